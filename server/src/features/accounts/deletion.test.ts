import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  deleteAccount,
  getFeed,
  getObservation,
  getUser,
  login,
  logout,
  patchPreferences,
  putEmbed,
  putFeedback,
  register,
} from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, person, type Person } from '../../testing/people.ts';
import { createUpload, declared, draft, insertTaxa, makePhoto, save, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const DAY = 86_400_000;

describe('deleting an account', () => {
  let veld: TestServer;
  let now = new Date();
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    await insertTaxa(veld);
  });
  beforeEach(() => void (now = new Date()));
  afterAll(() => veld.close());

  const keeper = async () => (await veld.call(login, { body: { email: 'keeper@example.org', password: PASSWORD } })).body;
  const row = (id: string) => veld.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const lastMail = () =>
    veld.db.selectFrom('mails').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').executeTakeFirstOrThrow();

  async function withRecord(name: string): Promise<Person & { record: string; photo: string }> {
    const who = await person(veld, name);
    const photo = await makePhoto();
    expect(await upload(veld, who, photo)).toBe(204);
    const record = randomUUID();
    expect((await save(veld, who, record, draft({ media: [declared(photo)], notes: `${name} was here` }))).status).toBe(200);
    return { ...who, record, photo: photo.id };
  }

  it('works with an empty body of any kind, and keeps the records without a name (decisions.md section 4)', async () => {
    const anna = await withRecord('anna');
    const bram = await person(veld, 'bram');
    const answer = await veld.fetch('/api/delete-account', {
      method: 'POST',
      headers: { authorization: `Bearer ${anna.token}`, 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(204);
    expect((await veld.call(getUser, {}, anna.token)).status).toBe(401);
    expect((await veld.call(logout, {}, anna.revokeKey)).status).toBe(204);
    expect((await veld.call(login, { body: { email: 'anna@example.org', password: PASSWORD } })).status).toBe(401);
    const kept = (await veld.call(getObservation, { params: { id: anna.record } }, bram.token)).body.data;
    expect(kept.user).toMatchObject({ name: '' });
    const stored = JSON.stringify(await row(anna.user.id));
    expect(stored).not.toContain('anna');
    expect(stored).not.toContain('argon2');
    expect(await veld.db.selectFrom('sessions').select('id').where('user_id', '=', anna.user.id).execute()).toEqual([]);
    expect(await lastMail()).toMatchObject({ recipient: 'anna@example.org', subject: 'Your Veld account is deleted' });
    // The address is free again, for somebody new.
    expect((await veld.call(register, { body: { name: 'anna', email: 'anna@example.org', password: PASSWORD } })).status).toBe(200);
  });

  it('works with null and {} as body, and not with a body that says something else', async () => {
    for (const [name, init] of [
      ['null', { headers: { 'content-type': 'application/json' }, body: 'null' }],
      ['object', { headers: { 'content-type': 'application/json' }, body: '{}' }],
      ['nothing', {}],
    ] as [string, RequestInit][]) {
      const who = await person(veld, name);
      const headers = { ...(init.headers as Record<string, string> | undefined), authorization: `Bearer ${who.token}` };
      expect((await veld.fetch('/api/delete-account', { method: 'POST', ...init, headers })).status, name).toBe(204);
      expect((await veld.call(getUser, {}, who.token)).status, name).toBe(401);
    }
    const chen = await person(veld, 'chen');
    for (const body of ['{"user_id"', '{"user_id":null}', '{"userId":"x"}', '{"user_id":"x"}', '[]', '"x"']) {
      const headers = { authorization: `Bearer ${chen.token}`, 'content-type': 'application/json' };
      expect((await veld.fetch('/api/delete-account', { method: 'POST', headers, body })).status, body).toBeGreaterThanOrEqual(400);
    }
    expect((await veld.call(getUser, {}, chen.token)).status).toBe(200);
  });

  it('of somebody else needs an admin, who stays signed in', async () => {
    const dora = await person(veld, 'dora');
    const emil = await person(veld, 'emil');
    const admin = await keeper();
    const remove = (token: string, user_id: string) => veld.call(deleteAccount, { body: { user_id } }, token);
    expect((await remove(emil.token, dora.user.id)).status).toBe(403);
    expect((await remove(emil.token, randomUUID())).status).toBe(403);
    expect((await veld.call(getUser, {}, dora.token)).status).toBe(200);
    expect((await remove(admin.token, dora.user.id)).status).toBe(204);
    expect((await veld.call(getUser, {}, dora.token)).status).toBe(401);
    expect((await remove(admin.token, dora.user.id)).status).toBe(404);
    expect((await veld.call(getUser, {}, admin.token)).status).toBe(200);
    expect((await remove(emil.token, emil.user.id)).status).toBe(204);
  });

  it('leaves one of two admins who delete each other at once', async () => {
    const one = await person(veld, 'one', { roles: ['admin'] });
    const two = await person(veld, 'two', { roles: ['admin'] });
    const answers = await Promise.all([
      veld.call(deleteAccount, { body: { user_id: two.user.id } }, one.token),
      veld.call(deleteAccount, { body: { user_id: one.user.id } }, two.token),
    ]);
    expect(answers.filter((answer) => answer.status === 204)).toHaveLength(1);
  });

  it('erases after 14 days where the person chose so: rows, photos, half uploads and feedback', async () => {
    const finn = await withRecord('finn');
    const gina = await withRecord('gina');
    const half = await makePhoto({ width: 400 });
    expect((await createUpload(veld, finn, half)).status).toBe(201);
    await veld.call(
      putFeedback,
      { params: { id: randomUUID() }, body: { kind: 'idea', text: 'from finn', may_contact: true } },
      finn.token,
    );
    await veld.call(putEmbed, { params: { id: randomUUID() }, body: { key: 'k'.repeat(43), label: 'x', origins: [] } }, finn.token);
    await veld.context.jobs.drain();
    await veld.call(patchPreferences, { body: { on_delete: 'erase' } }, finn.token);
    expect((await veld.call(deleteAccount, {}, finn.token)).status).toBe(204);
    expect(await lastMail()).toMatchObject({ recipient: 'finn@example.org', subject: 'Your Veld account will be erased' });
    expect((await veld.call(getObservation, { params: { id: finn.record } }, gina.token)).status).toBe(404);

    const files = () =>
      readdirSync(veld.dataDir, { recursive: true })
        .filter((name) => statSync(join(veld.dataDir, String(name))).isFile())
        .map(String);
    const daily = async () => {
      await veld.context.jobs.send('accounts-daily', {});
      await veld.context.jobs.drain();
    };
    now = new Date(Date.now() + 13 * DAY);
    await daily();
    expect(files().some((name) => name.includes(finn.photo))).toBe(true);
    now = new Date(Date.now() + 14 * DAY + 60_000);
    await daily();
    for (const table of ['observations', 'media', 'feedback', 'embeds', 'sessions', 'xp_events', 'owner_counters'] as const) {
      const left = await veld.db.selectFrom(table).select('user_id').where('user_id', '=', finn.user.id).execute();
      expect(left, table).toEqual([]);
    }
    expect(files().filter((name) => name.includes(finn.photo) || name.includes(finn.user.id) || name.includes(half.id))).toEqual([]);
    expect((await row(finn.user.id)).erased_at).not.toBeNull();
    // Nobody else's.
    expect((await veld.call(getObservation, { params: { id: gina.record } }, gina.token)).status).toBe(200);
    expect(files().some((name) => name.includes(gina.photo))).toBe(true);
    expect(JSON.stringify((await veld.call(getFeed, {}, gina.token)).body)).not.toContain('finn');
    await daily();
  });
});
