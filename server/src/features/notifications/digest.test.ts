import { randomUUID } from 'node:crypto';
import { formatMention, patchPreferences, putComment, putIdentification, putReaction, REACTION_EMOJI } from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, type Person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { inTransaction } from '../../db/transaction.ts';
import { findSummaries } from '../taxa/lineages.ts';
import type { FindTaxa } from './present.ts';
import { insertNotifications } from './write.ts';
import { listDue, sendDigests, unsubscribeToken } from './digest.ts';

describe('the daily mail', () => {
  let veld: TestServer;
  let now: Date;
  let anna: Person;
  let ben: Person;
  let record: string;
  beforeAll(async () => {
    now = new Date('2026-05-17T10:00:00Z');
    const settings = { SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://veld.example.org' };
    veld = await testServer(settings, { now: () => now });
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    ben = await person(veld, 'ben.example.org');
    await veld.db.updateTable('users').set({ email_confirmed_at: now }).execute();
  });
  afterAll(() => veld.close());
  beforeEach(async () => {
    now = new Date('2026-05-17T10:00:00Z');
    await veld.db.deleteFrom('mails').execute();
    await veld.db.deleteFrom('notifications').execute();
    await veld.db.deleteFrom('notification_digests').execute();
    await veld.db.updateTable('users').set({ preferences_changed_at: '{}' }).execute();
    await prefer({ has_digest: true, time_zone: 'Europe/Amsterdam' });
    record = randomUUID();
    await save(veld, anna, record, draft({ geoprivacy: 'private' }));
  });

  const prefer = (notifications: object) => veld.call(patchPreferences, { body: { notifications } }, anna.token);
  const comment = (text = 'What a bird') => {
    const body = { text, write_id: randomUUID(), written_at: now.toISOString(), is_edit: false };
    return veld.call(putComment, { params: { id: record, comment: randomUUID() }, body }, ben.token);
  };
  const at = async (time: string) => {
    now = new Date(time);
    await Promise.all([1, 2, 3].map(() => sendDigests(veld.context, findSummaries)));
    return mails();
  };
  const mails = () =>
    veld.db.selectFrom('mails').select(['recipient', 'subject', 'body', 'unsubscribe_url']).orderBy('created_at').execute();

  it('comes once a day at the chosen hour of the person, with what is new', async () => {
    await comment('At 52.09083');
    expect(await at('2026-05-17T15:59:00Z')).toEqual([]);
    const [mail, ...others] = await at('2026-05-17T16:00:00Z');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: 'anna@example.org', subject: 'What’s new in Veld' });
    expect(mail!.body).toContain('• ben example org commented\n  Example kingfisher\n');
    expect(mail!.body).toContain(`https://veld.example.org/observations/${record}#comments`);
    expect(mail!.body, 'a place').not.toMatch(/52\.0|5\.122/);
    now = new Date('2026-05-17T17:00:00Z');
    await comment();
    expect(await at('2026-05-17T21:00:00Z'), 'later that day').toHaveLength(1);
    expect(await at('2026-05-18T16:00:00Z'), 'the next day').toHaveLength(2);
    expect(await at('2026-05-19T16:00:00Z'), 'a day without news').toHaveLength(2);
  });

  it('has an identification and what it changed in one line', async () => {
    const body = { taxon_id: TAXA.kingfisher.id, disagrees: false, comment: '' };
    await veld.call(putIdentification, { params: { id: record, identification: randomUUID() }, body }, ben.token);
    const [mail] = await at('2026-05-17T16:00:00Z');
    expect(mail!.body.split('\n').filter((line) => line.startsWith('•'))).toEqual([
      '• ben example org agrees: Example kingfisher · The community now says the same',
    ]);
  });

  it('comes after a restart on the same day, and not for what was read or is of another kind', async () => {
    await comment();
    await veld.db.updateTable('notifications').set({ read_at: now }).execute();
    await veld.call(
      putReaction,
      { params: { id: record }, body: { emoji: REACTION_EMOJI.heart, write_id: randomUUID(), chosen_at: now.toISOString() } },
      ben.token,
    );
    expect(await at('2026-05-17T16:00:00Z')).toEqual([]);
    now = new Date('2026-05-18T10:00:00Z');
    await comment();
    expect(await at('2026-05-18T20:30:00Z'), 'the server was off at the hour').toHaveLength(1);
  });

  it('is sent to others although one person’s cannot be made, which is sent once it can', async () => {
    await veld.call(patchPreferences, { body: { notifications: { has_digest: true, time_zone: 'Europe/Amsterdam' } } }, ben.token);
    await veld.call(patchPreferences, { body: { language: 'de' } }, anna.token);
    const facts = { moderation: 'hidden', subject: 'comment' } as const;
    await inTransaction(veld.db, (tx) =>
      insertNotifications(
        tx,
        [anna, ben].map(({ user }) => ({
          userId: user.id,
          kind: 'moderation',
          reason: 'own_content',
          subject: 'x',
          causeId: 'x',
          facts,
          at: now,
        })),
      ),
    );
    now = new Date('2026-05-17T16:00:00Z');
    const failing: FindTaxa = async (_db, _ids, language) => {
      if (language === 'de') throw new Error('no German names today');
      return new Map();
    };
    await expect(sendDigests(veld.context, failing)).rejects.toThrow('1 of 2 daily mails');
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([ben.user.email]);
    await sendDigests(veld.context, findSummaries);
    expect((await mails()).map(({ recipient }) => recipient).toSorted()).toEqual([anna.user.email, ben.user.email].toSorted());
    await veld.call(patchPreferences, { body: { language: 'en' } }, anna.token);
    await veld.call(patchPreferences, { body: { notifications: { has_digest: false } } }, ben.token);
  });

  it('is looked at once a day for each person, not in every run', async () => {
    const due = async (time: string) => (await listDue(veld.db, new Date(time))).map(({ day }) => day);
    expect(await due('2026-05-17T15:59:00Z'), 'before the hour').toEqual([]);
    expect(await due('2026-05-17T16:00:00Z')).toEqual(['2026-05-17']);
    await at('2026-05-17T16:00:00Z');
    expect(await due('2026-05-17T16:10:00Z'), 'without news too').toEqual([]);
    expect(await due('2026-05-18T16:00:00Z')).toEqual(['2026-05-18']);
  });

  it('is in the language of the person, and not sent by default or to an unconfirmed address', async () => {
    await prefer({});
    await comment();
    expect(await at('2026-05-17T20:00:00Z')).toEqual([]);
    await prefer({ has_digest: true });
    await veld.db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', anna.user.id).execute();
    expect(await at('2026-05-17T20:00:00Z')).toEqual([]);
    await veld.db.updateTable('users').set({ email_confirmed_at: now }).where('id', '=', anna.user.id).execute();
    await veld.call(patchPreferences, { body: { language: 'nl' } }, anna.token);
    const [mail] = await at('2026-05-17T20:00:00Z');
    expect(mail).toMatchObject({ subject: 'Nieuw in Veld' });
    expect(mail!.body).toContain('heeft gereageerd\n  Voorbeeldijsvogel');
    await veld.call(patchPreferences, { body: { language: null } }, anna.token);
  });

  it('mentions nobody with a link in their name, and not what was withdrawn since', async () => {
    await comment(`To ${formatMention(anna.user.id)}`);
    await veld.db.updateTable('comments').set({ deleted_at: now, text: '' }).where('observation_id', '=', record).execute();
    expect(await at('2026-05-17T16:00:00Z')).toEqual([]);
  });

  it('is stopped by its link without a login, which a mail program can press but not open', async () => {
    await comment();
    const [mail] = await at('2026-05-17T16:00:00Z');
    const url = new URL(mail!.unsubscribe_url!);
    expect(url.origin).toBe('https://veld.example.org');
    const path = url.pathname + url.search;
    const wants = async () =>
      (await veld.db.selectFrom('users').select('preferences').where('id', '=', anna.user.id).executeTakeFirstOrThrow()).preferences;
    const page = await veld.fetch(path, { headers: { 'accept-language': 'de' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('Die tägliche E-Mail abbestellen?');
    expect(await wants()).toMatchObject({ notifications: { has_digest: true } });
    for (let time = 0; time < 2; time++) {
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      expect((await veld.fetch(path, { method: 'POST', body })).status).toBe(200);
    }
    expect(await wants()).toMatchObject({ notifications: { has_digest: false, time_zone: 'Europe/Amsterdam' } });
    const other = { secret: Buffer.from('another secret of another server!') };
    for (const token of [
      '',
      'none',
      unsubscribeToken(other, anna.user.id),
      `${ben.user.id}_${url.searchParams.get('token')!.split('_')[1]}`,
    ])
      for (const method of ['GET', 'POST']) {
        const answer = await veld.fetch(`/api/notifications/unsubscribe?token=${token}`, { method });
        expect(await answer.text(), token).toContain('This link isn’t valid.');
      }
  });
});
