import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  deleteAccount,
  formatMention,
  putAppeal,
  putComment,
  putEmbed,
  putFeedback,
  putFeedbackReply,
  putIdentification,
  putJourney,
  putMessage,
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
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { declarations } from './features/all.ts';
import { journeyBody } from './testing/journeys.ts';
import { confirmed, person, type Person } from './testing/people.ts';
import { projectBody } from './testing/projects.ts';
import { createUpload, declared, draft, insertTaxa, makePhoto, save, storedId, TAXA, upload } from './testing/records.ts';
import { testServer, type TestServer } from './testing/server.ts';

const DAY = 86_400_000;
/** In texts of a person that are part of what stays if the person wants that. All other texts of the person have the name in them. */
const shownOf = (name: string) => `marshquill${[...name].toReversed().join('')}`;

/** What features declare to keep of a person, as `table.column`: of those who keep their records, and of all (decision 0068). */
const keptWithRecords = new Map(declarations.flatMap(({ erase }) => Object.entries(erase?.keepsWithRecords ?? {})));
const keptAlways = new Map(declarations.flatMap(({ erase }) => Object.entries(erase?.keepsAlways ?? {})));

/** With other values of these, which only the server writes, an account cannot be closed. */
const NEEDED_TO_CLOSE = ['users.country_code', 'users.roles', 'users.time_zone'];

interface PersonColumn {
  table: string;
  column: string;
}

describe('after an account is deleted', () => {
  let veld: TestServer;
  let bram: Person;
  let now = new Date();
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    await insertTaxa(veld);
    bram = await person(veld, 'bram');
    await sql`update users set preferences = jsonb_build_object('messages_from', 'everyone') where id = ${bram.user.id}`.execute(veld.db);
  });
  beforeEach(() => void (now = new Date()));
  afterAll(() => veld.close());

  /** The columns of all tables in which a value contains a word, as `table.column`. */
  async function columnsWith(word: string): Promise<string[]> {
    const { rows: columns } = await sql<{ schema: string; table: string; column: string; type: string }>`
      select c.table_schema as schema, c.table_name as "table", c.column_name as "column", c.data_type as type
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema') and c.table_name <> 'template'
    `.execute(veld.db);
    const found: string[] = [];
    // Each table is read once.
    for (const [name, of] of Map.groupBy(columns, ({ schema, table }) => `${schema}.${table}`)) {
      const has = of.map(({ column, type }) => {
        const value = sql.ref(`t.${column}`);
        const text = type === 'bytea' ? sql`encode(${value}, 'escape')` : sql`${value}::text`;
        return sql`bool_or(${text} like ${`%${word}%`})`;
      });
      const { rows } = await sql<{ has: (boolean | null)[] }>`select array[${sql.join(has)}] as has from ${sql.table(name)} t`.execute(
        veld.db,
      );
      for (const [at, { schema, table, column }] of of.entries())
        if (rows[0]!.has[at]) found.push(schema === 'public' ? `${table}.${column}` : `${schema}.${table}.${column}`);
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
        { params: { id: record, comment: randomUUID() }, body: { text: `See ${formatMention(user.id)}`, ...write } },
        bram.token,
      ),
      veld.call(
        putReaction,
        { params: { id: other }, body: { emoji: REACTION_EMOJI.heart, write_id: randomUUID(), chosen_at: write.written_at } },
        token,
      ),
      veld.call(
        putMessage,
        { params: { id: bram.user.id, message: randomUUID() }, body: { text: secret, about_id: record, written_at: write.written_at } },
        token,
      ),
      veld.call(putRelation, { params: { kind: 'mute', id: bram.user.id } }, token),
      veld.call(putRelation, { params: { kind: 'follow', id: user.id } }, bram.token),
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
      veld.call(
        putSavedPlace,
        {
          params: { id: randomUUID() },
          body: {
            name: secret,
            kind: 'patch',
            latitude: 52,
            longitude: 5,
            uncertainty_m: null,
            notes: secret,
            open_to_all: { id: randomUUID(), kind: 'patch', text: secret },
          },
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
      sql`insert into species_images (user_id, taxon_id, photo_id) values (${user.id}, ${TAXA.heron.id}, ${photo.id})`,
      sql`insert into validations (id, observation_id, user_id, state, former, reason, basis)
        values (gen_random_uuid(), ${other}, ${user.id}, 'plausible', 'unverified', ${shown}, md5('x'))`,
      sql`insert into record_questions (id, observation_id, user_id, question, text, is_validators, former)
        values (gen_random_uuid(), ${other}, ${user.id}, 'other', ${shown}, false, 'unverified')`,
      sql`insert into validation_rules (id, user_id, kind, taxon_id, months, life_stages, note)
        values (gen_random_uuid(), ${user.id}, 'ask', ${TAXA.heron.id}, '{}', '{}', ${shown})`,
      sql`insert into notification_mutes (user_id, observation_id) values (${user.id}, ${other})`,
      sql`insert into project_log (project_id, user_id, action, other_id)
        select id, ${user.id}::uuid, 'removed', ${user.id}::uuid from projects limit 1`,
      sql`insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, language)
        select ${user.id}, id, ${`https://push.example/${secret}`}, ${secret}, ${secret}, 'nl' from sessions where user_id = ${user.id} limit 1`,
      // A mail to an address that is not the person's any more.
      sql`insert into mails (id, recipient, subject, body, user_id) values (${randomUUID()}, ${`${secret}@example.org`}, 'Hello', ${secret}, ${user.id})`,
      sql`update users set pending_email = ${`${secret}@example.org`} where id = ${user.id}`,
    ])
      await statement.execute(veld.db);
    const found = await columnsWith(user.id);
    for (const column of await columnsOfPeople())
      if (!found.includes(`${column.table}.${column.column}`) && !keptAlways.has(`${column.table}.${column.column}`))
        await plantRow(column, user.id);
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

  /** Every column that refers to a person. */
  async function columnsOfPeople(): Promise<PersonColumn[]> {
    const { rows } = await sql<PersonColumn>`
      select k.table_name as "table", k.column_name as "column"
      from information_schema.referential_constraints r
      join information_schema.key_column_usage k on (k.constraint_schema, k.constraint_name) = (r.constraint_schema, r.constraint_name)
      join information_schema.key_column_usage p
        on (p.constraint_schema, p.constraint_name) = (r.unique_constraint_schema, r.unique_constraint_name)
        and p.ordinal_position = k.position_in_unique_constraint
      where p.table_schema = 'public' and p.table_name = 'users' and p.column_name = 'id'
      order by k.table_name, k.ordinal_position, k.column_name
    `.execute(veld.db);
    return rows;
  }

  /** A value of each type for columns that need one. */
  const SIMPLE: Record<string, RawBuilder<unknown>> = {
    text: sql`'x'`,
    uuid: sql`gen_random_uuid()`,
    bool: sql`false`,
    timestamptz: sql`now()`,
    date: sql`current_date`,
  };

  /** Null for a value that the database refuses: of another type (42804), or no choice of the column (classes 22 and 23 of its errors). */
  function acceptRefusal(error: unknown): null {
    if (/^(2[23]|42804)/.test(String((error as { code?: unknown }).code))) return null;
    throw error;
  }

  /** Stores a row of a person with simple values, if the table takes it. */
  async function plantRow({ table, column }: PersonColumn, userId: string): Promise<void> {
    const { rows: needed } = await sql<{ column: string; type: string; refers_to: string | null; key: string | null }>`
      select distinct on (c.column_name) c.column_name as "column", c.udt_name as type, p.table_name as refers_to, p.column_name as key
      from information_schema.columns c
      left join information_schema.key_column_usage k using (table_schema, table_name, column_name)
      left join information_schema.referential_constraints r on r.constraint_name = k.constraint_name
      left join information_schema.key_column_usage p on p.constraint_name = r.unique_constraint_name
      where c.table_schema = 'public' and c.table_name = ${table} and c.column_name <> ${column}
        and c.is_nullable = 'NO' and c.column_default is null and c.is_generated = 'NEVER' and c.is_identity = 'NO'
      order by c.column_name, p.table_name
    `.execute(veld.db);
    const values = needed.map(({ type, refers_to, key }) =>
      refers_to ? sql`(select ${sql.ref(key!)} from ${sql.table(refers_to)} limit 1)` : (SIMPLE[type] ?? sql`1`),
    );
    const names = [column, ...needed.map((one) => one.column)].map((name) => sql.ref(name));
    await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join([sql`${userId}`, ...values])})`
      .execute(veld.db)
      .catch(acceptRefusal);
  }

  /**
   * Adds a word to every text of the rows of a person, in each column that takes any text, and returns these columns: a new one is found
   * here without a line in this test. A row belongs to the person in its `user_id`, or in the first column that refers to a person.
   */
  async function plantEverywhere(userId: string, word: string): Promise<string[]> {
    const owners = new Map([['users', 'id']]);
    for (const { table, column } of await columnsOfPeople()) if (!owners.has(table) || column === 'user_id') owners.set(table, column);
    const { rows: columns } = await sql<PersonColumn & { type: 'text' | '_text' | 'jsonb' }>`
      select table_name as "table", column_name as "column", udt_name as type from information_schema.columns
      where table_schema = 'public' and udt_name in ('text', '_text', 'jsonb') and is_generated = 'NEVER'
        and column_name not like '%\\_hash' order by table_name, column_name
    `.execute(veld.db);
    const planted = [];
    for (const { table, column, type } of columns) {
      const owner = owners.get(table);
      if (!owner || NEEDED_TO_CLOSE.includes(`${table}.${column}`)) continue;
      const value = sql.ref(column);
      const full = {
        text: sql`coalesce(${value}, '') || ${word}::text`,
        _text: sql`array_append(${value}, ${word}::text)`,
        jsonb: sql`coalesce(${value}, '{}') || jsonb_build_object(${word}::text, 1)`,
      }[type];
      // Keys, choices and values with a form of their own refuse it; the person cannot have written words there.
      const changed = await sql`update ${sql.table(table)} set ${value} = ${full} where ${sql.ref(owner)} = ${userId}`
        .execute(veld.db)
        .catch(acceptRefusal);
      if (changed && changed.numAffectedRows! > 0n) planted.push(`${table}.${column}`);
    }
    return planted;
  }

  const isKept = (column: string) => keptWithRecords.has(column) || keptAlways.has(column);

  it('plants something in every column that refers to a person', async () => {
    const { who } = await plant('lena');
    const planted = await columnsWith(who.user.id);
    const missing = (await columnsOfPeople())
      .map(({ table, column }) => `${table}.${column}`)
      // An account is in this one from its closing to its erasure.
      .filter((column) => column !== 'closed_accounts.user_id' && !planted.includes(column) && !keptAlways.has(column));
    expect(missing, 'a new column belongs into this test, and into the eraser of its feature').toEqual([]);
  });

  it('declares only columns that there are, each with the reason why they are kept', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'
    `.execute(veld.db);
    const names = rows.map(({ name }) => name);
    for (const [column, reason] of [...keptWithRecords, ...keptAlways]) {
      expect(names).toContain(column);
      expect(reason, column).toMatch(/\w{4}/);
    }
    for (const { name, tables = [], erase } of declarations)
      for (const column of Object.keys({ ...erase?.keepsWithRecords, ...erase?.keepsAlways }))
        expect(tables, `${name} keeps ${column}`).toContain(column.split('.')[0]);
  });

  for (const choice of ['anonymise', 'named'] as const)
    it(`with the records kept (${choice}), nothing private is left in any table or file`, async () => {
      const name = `${choice}olga`;
      const planted = await plant(name);
      const { id } = planted.who.user;
      const word = `${shownOf(name)}everywhere`;
      expect((await plantEverywhere(id, word)).length).toBeGreaterThan(40);
      await remove(planted, choice);
      expect((await columnsWith(name)).filter((column) => choice !== 'named' || column !== 'users.name')).toEqual([]);
      expect((await columnsWith(id)).filter((column) => !isKept(column))).toEqual([]);
      expect(
        (await columnsWith(shownOf(name))).filter((column) => !isKept(column) && (choice !== 'named' || column !== 'users.name')),
      ).toEqual([]);
      expect(await columnsWith(shownOf(name))).toEqual(expect.arrayContaining(['comments.text', 'feedback.text', 'observations.notes']));
      expect(filesWith([name, id, planted.tiles, planted.feedback, planted.unfinished])).toEqual([]);
      expect(filesWith([planted.photo])).not.toEqual([]);
    });

  it('with the records erased, nothing but the id of the account is left in any table or file, where it is not kept always', async () => {
    const name = 'erasedolga';
    const planted = await plant(name);
    const { id } = planted.who.user;
    await plantEverywhere(id, `${shownOf(name)}everywhere`);
    await remove(planted, 'erase');
    expect(await columnsWith(name)).toEqual([]);
    // What is kept always are words of others, to which the test has added.
    expect((await columnsWith(shownOf(name))).filter((column) => !keptAlways.has(column))).toEqual([]);
    expect((await columnsWith(id)).filter((column) => column === 'users.id' || !keptAlways.has(column))).toEqual(['users.id']);
    expect(filesWith([name, id, planted.tiles, planted.feedback, planted.unfinished, planted.photo])).toEqual([]);
  });
});
