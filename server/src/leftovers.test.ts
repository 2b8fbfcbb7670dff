import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  deleteAccount,
  mentionOf,
  putAppeal,
  putComment,
  putEmbed,
  putFeedback,
  putFeedbackReply,
  putIdentification,
  putJourney,
  putOwnProfile,
  putProject,
  putReaction,
  putRelation,
  putReport,
  putSavedPlace,
  putSpeciesNote,
  putTileRequest,
  putVote,
  putWantedTaxon,
  REACTION_EMOJI,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { journeyBody } from './testing/journeys.ts';
import { confirmed, person, type Person } from './testing/people.ts';
import { projectBody } from './testing/projects.ts';
import { createUpload, declared, draft, insertTaxa, makePhoto, save, storedId, TAXA, upload } from './testing/records.ts';
import { testServer, type TestServer } from './testing/server.ts';

const DAY = 86_400_000;
/** In texts of a person that are part of what stays if the person wants that. All other texts of the person have the name in them. */
const shownOf = (name: string) => `marshquill${[...name].toReversed().join('')}`;

/** Where the id of a person stays who keeps the records: what was made stays connected, without anything that says by whom. */
const KEPT_IDS = [
  'public.comment_mentions.user_id',
  'public.comments.text',
  'public.comments.user_id',
  'public.feedback.user_id',
  'public.feedback_replies.author_id',
  'public.feedback_votes.user_id',
  'public.identifications.user_id',
  'public.media.user_id',
  'public.observations.user_id',
  'public.owner_counters.user_id',
  'public.project_members.user_id',
  'public.project_organisers.user_id',
  'public.project_records.user_id',
  'public.reactions.user_id',
  'public.reports.subject_id',
  'public.reports.subject_user_id',
  'public.users.id',
  'public.xp_events.user_id',
];
const KEPT_TEXTS = [
  'public.comments.text',
  'public.feedback.text',
  'public.feedback_replies.text',
  'public.identifications.comment',
  'public.observations.notes',
];

/** Tables that a person is in only as one who administers the instance; who did what there stays. */
const OF_ADMINISTRATION = [
  // Only between closing and erasure.
  'closed_accounts',
  'admin_log',
  'article_revisions',
  'curator_scopes',
  'invitations',
  'moderation_log',
  'taxon_image_changes',
  'taxon_image_rejections',
  'taxonomy_imports',
  'toasts',
];

describe('after an account is deleted', () => {
  let veld: TestServer;
  let bram: Person;
  let now = new Date();
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    await insertTaxa(veld);
    bram = await person(veld, 'bram');
  });
  beforeEach(() => void (now = new Date()));
  afterAll(() => veld.close());

  /** The columns of all tables in which a value contains a word, as `schema.table.column`. */
  async function columnsWith(word: string): Promise<string[]> {
    const { rows: columns } = await sql<{ schema: string; table: string; column: string; type: string }>`
      select c.table_schema as schema, c.table_name as "table", c.column_name as "column", c.data_type as type
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema') and c.table_name <> 'template'
    `.execute(veld.db);
    const found = [];
    for (const { schema, table, column, type } of columns) {
      const value = sql.ref(`t.${column}`);
      const text = type === 'bytea' ? sql`encode(${value}, 'escape')` : sql`${value}::text`;
      const { rows } = await sql<{ found: boolean }>`
        select exists (select 1 from ${sql.table(`${schema}.${table}`)} t where ${text} like ${`%${word}%`}) as found
      `.execute(veld.db);
      if (rows[0]!.found) found.push(`${schema}.${table}.${column}`);
    }
    return found.toSorted();
  }

  /** The files of the data folder whose name or content has one of the words. */
  const filesWith = (words: readonly string[]) =>
    readdirSync(veld.dataDir, { recursive: true })
      .map((name) => join(veld.dataDir, String(name)))
      .filter((path) => statSync(path).isFile())
      .filter((path) => words.some((word) => path.includes(word) || readFileSync(path).includes(word)));

  interface Planted {
    who: Person;
    feedback: string;
    tiles: string;
    unfinished: string;
    photo: string;
  }

  /** A person with something in every table that has a column for people. */
  async function plant(name: string): Promise<Planted> {
    const [secret, shown] = [`${name}secret`, shownOf(name)];
    const who = await person(veld, name, { country_code: 'NL', community_opt_in: true });
    const { token, user } = who;
    const write = { write_id: randomUUID(), written_at: now.toISOString(), is_edit: false };
    const photo = await makePhoto();
    expect(await upload(veld, who, photo)).toBe(204);
    const unfinished = await makePhoto({ width: 400 });
    expect((await createUpload(veld, who, unfinished)).status).toBe(201);
    const record = randomUUID();
    const body = draft({ media: [declared(photo)], notes: `${shown} in the reeds`, private_notes: `${secret} told me` });
    expect((await save(veld, who, record, { ...body, notes: `${secret} was wrong` })).status).toBe(200);
    expect((await save(veld, who, record, { ...body, write_id: randomUUID() }, 1)).status).toBe(200);
    const other = randomUUID();
    await save(veld, bram, other, draft());
    const calls = [
      veld.call(
        putIdentification,
        { params: { id: other, identification: randomUUID() }, body: { taxon_id: TAXA.heron.id, disagrees: false, comment: shown } },
        token,
      ),
      veld.call(putComment, { params: { id: other, comment: randomUUID() }, body: { text: `${shown}!`, ...write } }, token),
      veld.call(
        putComment,
        { params: { id: record, comment: randomUUID() }, body: { text: `See ${mentionOf(user.id)}`, ...write } },
        bram.token,
      ),
      veld.call(
        putReaction,
        { params: { id: other }, body: { emoji: REACTION_EMOJI.heart, write_id: randomUUID(), chosen_at: write.written_at } },
        token,
      ),
      veld.call(putRelation, { params: { kind: 'mute', id: bram.user.id } }, token),
      veld.call(
        putOwnProfile,
        { body: { bio: secret, languages: ['nl'], orcid: null, links: [`https://${secret}.example`], shares_badges: true } },
        token,
      ),
      veld.call(putProject, { params: { id: randomUUID() }, body: projectBody() }, token),
      veld.call(putJourney, { params: { id: randomUUID() }, body: journeyBody({ name: secret, notes: secret, sharing: 'full' }) }, token),
      veld.call(
        putSavedPlace,
        {
          params: { id: randomUUID() },
          body: { name: secret, kind: 'home', latitude: 52, longitude: 5, uncertainty_m: null, notes: secret },
        },
        token,
      ),
      veld.call(putSpeciesNote, { params: { taxon_id: String(TAXA.heron.id) }, body: { text: secret } }, token),
      veld.call(putWantedTaxon, { params: { taxon_id: String(TAXA.moss.id) } }, token),
      veld.call(
        putReport,
        { params: { id: randomUUID() }, body: { subject_kind: 'observation', subject_id: other, reason: 'other', text: secret } },
        token,
      ),
      veld.call(
        putReport,
        { params: { id: randomUUID() }, body: { subject_kind: 'observation', subject_id: record, reason: 'spam', text: '' } },
        bram.token,
      ),
      veld.call(
        putReport,
        { params: { id: randomUUID() }, body: { subject_kind: 'user', subject_id: user.id, reason: 'insult', text: '' } },
        bram.token,
      ),
      veld.call(
        putEmbed,
        { params: { id: randomUUID() }, body: { key: user.id.replaceAll('-', '').padEnd(43, 'k'), label: secret, origins: [] } },
        token,
      ),
    ];
    for (const { status } of await Promise.all(calls)) expect(status).toBeLessThan(300);
    const feedback = randomUUID();
    const shot = (await makePhoto({ width: 200, height: 200 })).bytes.toString('base64');
    const sent = await veld.call(
      putFeedback,
      { params: { id: feedback }, body: { kind: 'idea', text: shown, may_contact: true, screenshot: shot } },
      token,
    );
    expect(sent.body.data.has_screenshot).toBe(true);
    await veld.call(putFeedbackReply, { params: { id: feedback, reply: randomUUID() }, body: { text: shown } }, token);
    await sql`update feedback set public_text = 'An idea' where id = ${feedback}`.execute(veld.db);
    await veld.call(putVote, { params: { id: feedback } }, token);
    const tiles = randomUUID();
    const spec = {
      area: { kind: 'circle', latitude: 52.1, longitude: 5.1, radius_km: 20 },
      min_zoom: 0,
      max_zoom: 3,
      layers: ['base' as const],
    };
    const asked = await veld.call(
      putTileRequest,
      { params: { id: tiles }, body: { name: secret, ...spec, source_id: null } as never },
      token,
    );
    expect(asked.status).toBeLessThan(300);
    await veld.context.jobs.drain();
    // What has no short way through the routes.
    await sql`update observations set hidden_by_moderator_at = now() where id = ${record}`.execute(veld.db);
    await veld.call(
      putAppeal,
      { params: { id: randomUUID() }, body: { subject_kind: 'observation', subject_id: record, text: secret } },
      token,
    );
    await sql`update observations set hidden_by_moderator_at = null where id = ${record}`.execute(veld.db);
    for (const statement of [
      sql`insert into password_resets (token_hash, user_id, expires_at) values (${`reset ${name}`}, ${user.id}, now() + interval '1 hour')`,
      sql`insert into email_confirmations (token_hash, user_id, email, email_key, expires_at)
        values (${`confirm ${name}`}, ${user.id}, ${`${secret}@example.org`}, ${`${secret}@example.org`}, now() + interval '1 day')`,
      sql`insert into user_badges (user_id, badge) values (${user.id}, 'first') on conflict do nothing`,
      sql`insert into devices (user_id, id, unsent, told_at) values (${user.id}, ${randomUUID()}, 1, now())`,
      sql`insert into species_images (user_id, taxon_id, photo_id) values (${user.id}, ${TAXA.heron.id}, ${photo.id})`,
      sql`insert into notification_mutes (user_id, observation_id) values (${user.id}, ${other})`,
      sql`insert into notification_digests (user_id, sent_on, through_seq) values (${user.id}, '2026-05-01', 1)`,
      sql`insert into tile_request_asks (user_id, asked_at) values (${user.id}, now())`,
      sql`insert into motivation_due (user_id) values (${user.id})`,
      sql`insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, language)
        select ${user.id}, id, ${`https://push.example/${secret}`}, ${secret}, ${secret}, 'nl' from sessions where user_id = ${user.id} limit 1`,
      // A mail to an address that is not the person's any more.
      sql`insert into mails (id, recipient, subject, body, user_id) values (${randomUUID()}, ${`${secret}@example.org`}, 'Hello', ${secret}, ${user.id})`,
      sql`update users set pending_email = ${`${secret}@example.org`} where id = ${user.id}`,
    ])
      await statement.execute(veld.db);
    return { who, feedback, tiles, unfinished: unfinished.id, photo: await storedId(veld, photo) };
  }

  async function remove({ who }: Planted, choice: 'anonymise' | 'named' | 'erase'): Promise<void> {
    expect((await veld.call(deleteAccount, { body: { on_delete: choice } }, await confirmed(veld, who.token))).status).toBe(204);
    now = new Date(now.getTime() + 14 * DAY + 60_000);
    await veld.context.jobs.send('accounts-daily', {});
    await veld.context.jobs.drain();
    // The last mail says that the account is gone. Once it is sent, nothing of it is left (the mails' own tests).
    await sql`update mails set recipient = '', body = '', state = 'sent' where created_at >= ${now}`.execute(veld.db);
    await sql`delete from jobs.job where state in ('completed', 'failed')`.execute(veld.db);
  }

  it('plants something in every table that refers to a person', async () => {
    const { who } = await plant('lena');
    const found = await columnsWith(who.user.id);
    const { rows } = await sql<{ table: string }>`
      select distinct conrelid::regclass::text as "table" from pg_constraint where contype = 'f' and confrelid = 'users'::regclass
    `.execute(veld.db);
    const planted = new Set(found.map((column) => column.split('.')[1]));
    const missing = rows.map(({ table }) => table).filter((table) => !planted.has(table) && !OF_ADMINISTRATION.includes(table));
    expect(missing.toSorted(), 'a new table belongs into this test, and into the erasure').toEqual([]);
  });

  for (const choice of ['anonymise', 'named'] as const)
    it(`with the records kept (${choice}), nothing private is left in any table or file`, async () => {
      const name = `${choice}olga`;
      const planted = await plant(name);
      const { id } = planted.who.user;
      await remove(planted, choice);
      expect((await columnsWith(name)).filter((column) => choice !== 'named' || column !== 'public.users.name')).toEqual([]);
      expect((await columnsWith(id)).filter((column) => !KEPT_IDS.includes(column))).toEqual([]);
      expect(await columnsWith(shownOf(name))).toEqual(KEPT_TEXTS);
      expect(filesWith([name, id, planted.tiles, planted.feedback, planted.unfinished])).toEqual([]);
      expect(filesWith([planted.photo])).not.toEqual([]);
    });

  it('with the records erased, nothing but the id of the account is left in any table or file', async () => {
    const name = 'erasedolga';
    const planted = await plant(name);
    const { id } = planted.who.user;
    await remove(planted, 'erase');
    expect(await columnsWith(name)).toEqual([]);
    expect(await columnsWith(shownOf(name))).toEqual([]);
    expect(await columnsWith(id)).toEqual(['public.users.id']);
    expect(filesWith([name, id, planted.tiles, planted.feedback, planted.unfinished, planted.photo])).toEqual([]);
  });
});
