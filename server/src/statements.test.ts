import { randomUUID } from 'node:crypto';
import { encodePoints } from '@veld/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareCase, withToken } from './features/all.cases.ts';
import { routeRows } from './features/all.ts';
import { entryId } from './features/notifications/write.ts';
import { makeWorld, newToken, type World } from './testing/cases.ts';
import { journeyPoints } from './testing/journeys.ts';
import { insertManyRows } from './testing/many-rows.ts';
import { declare, draft, save, TAXA, upload } from './testing/records.ts';
import { largeTables, recordStatements, scannedTables, type SentStatement, type StatementRecorder } from './testing/statements.ts';

/** Tables with more rows count as large; so have people, taxa and all that belongs to records here. */
const LARGE = 2_000;
const MANY = 25;
const MORE = 20;

interface List {
  /** The path of a list with few rows, and with at least `MORE` more. */
  few: string;
  many: string;
  caller: string;
  /** Makes the list grow from few rows to many. */
  grow?: () => Promise<unknown>;
  /** What is sent for few rows and for many, where the answer depends on it. */
  bodies?: { few: unknown; many: unknown };
}

/** Writes whose items are stored each by itself, so that one that is refused does not stop the others. */
const EACH_BY_ITSELF = new Set(['PUT /api/identifications/agreements']);

interface Answer {
  status: number;
  body: unknown;
  sent: SentStatement[];
}

describe('the SQL of each route, with 100,000 records', () => {
  let world: World;
  let client: pg.Client;
  let recorder: StatementRecorder;
  let large: string[];
  let lists: Record<string, List>;

  beforeAll(async () => {
    recorder = recordStatements();
    // As in production: the figures of the community are counted once a minute.
    world = await makeWorld({ COUNTS_MAX_AGE: '60' });
    const { veld, anna } = world;
    const photo = { ...world.photo, ...declare(world.photo.bytes, 'image/jpeg') };
    await upload(veld, anna, photo);
    const { bytes: _, ...declared } = photo;
    for (const change of [
      { media: [declared] },
      { latitude: 50.85, longitude: 4.35 },
      { latitude: 52.52, longitude: 13.4 },
      { geoprivacy: 'obscured' } as const,
      { geoprivacy: 'private' } as const,
    ])
      await save(veld, anna, randomUUID(), draft(change));
    client = new pg.Client({ connectionString: veld.databaseUrl });
    await client.connect();
    await insertManyRows(client);
    large = await largeTables(client, LARGE);
    lists = await listsOf(world, client);
  });
  afterAll(async () => {
    recorder.restore();
    await client.end();
    await world.veld.close();
  });

  async function answerTo(path: string, init: RequestInit): Promise<Answer> {
    let status = 0;
    let text = '';
    const sent = await recorder.during(async () => {
      const response = await world.veld.fetch(path, init);
      status = response.status;
      text = await response.text();
    });
    return { status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text, sent };
  }

  /** The answer with the fewest statements of up to four: what is cached for seconds may have just expired on a slow machine. */
  async function leastAnswer(ask: () => Promise<Answer>, enough = 0): Promise<Answer> {
    let least = await ask();
    for (let again = 0; again < 3 && least.sent.length > enough; again++) {
      const next = await ask();
      if (next.sent.length < least.sent.length) least = next;
    }
    return least;
  }

  async function answerOf(key: string): Promise<Answer> {
    const caller = routeRows[key]!.access.owner ? world.anna : world.people.admin;
    const { token } = await newToken(world.veld, caller.user.id);
    const prepared = await prepareCase(world, key, 'open');
    return answerTo(prepared.path, withToken(prepared, token));
  }

  /** The large tables that statements read as a whole, each with the statement, except the tables that are allowed. */
  async function scansOf(sent: readonly SentStatement[], allowed: readonly string[] = []): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    for (const statement of sent) {
      for (const table of await scannedTables(client, statement))
        if (large.includes(table) && !allowed.includes(table)) found[table] = statement.text.replaceAll(/\s+/g, ' ');
    }
    return found;
  }

  it('finds a statement for each row, and a scan of a large table', async () => {
    const sent = await recorder.during(async () => {
      const rows = await world.veld.context.db.selectFrom('users').select('id').limit(MANY).execute();
      for (const { id } of rows) await world.veld.context.db.selectFrom('observations').select('notes').where('user_id', '=', id).execute();
      await world.veld.context.db.selectFrom('observations').select('id').where('notes', '=', 'On the post').execute();
    });
    expect(sent).toHaveLength(1 + MANY + 1);
    expect(await scansOf(sent.slice(1, -1))).toEqual({});
    expect(Object.keys(await scansOf(sent.slice(-1)))).toEqual(['observations']);
    expect(await scansOf(sent.slice(-1), ['observations'])).toEqual({});
    expect(large).toEqual(
      expect.arrayContaining(['media', 'observation_media', 'observation_writes', 'observations', 'sessions', 'taxa', 'users']),
    );
  });

  it.each(Object.keys(routeRows))('%s', async (key) => {
    await answerOf(key);
    const { statements, scans } = routeRows[key]!.cost;
    const { sent, body } = await leastAnswer(() => answerOf(key), statements);
    expect(sent.length, `${key} sent other statements than the ${statements} of its declaration:\n${textsOf(sent)}`).toBe(statements);
    expect(await scansOf(sent, scans?.tables), `${key} reads whole tables`).toEqual({});
    if (rowsOf(body) !== null && !EACH_BY_ITSELF.has(key))
      expect(Object.keys(lists), `${key} answers with a list, so it needs a case in listsOf`).toContain(key);
  });

  it('sends as many statements for many rows as for few', async () => {
    for (const [key, { few, many, caller, grow, bodies }] of Object.entries(lists)) {
      const [method] = key.split(' ');
      // With a new session each, so that each is looked up.
      const ask = async (path: string, body: unknown) =>
        answerTo(path, {
          method,
          headers: {
            authorization: `Bearer ${(await newToken(world.veld, caller)).token}`,
            ...(bodies ? { 'content-type': 'application/json' } : {}),
          },
          ...(bodies ? { body: JSON.stringify(body) } : {}),
        });
      await ask(few, bodies?.few);
      const short = await leastAnswer(() => ask(few, bodies?.few));
      await grow?.();
      await ask(many, bodies?.many);
      const long = await leastAnswer(() => ask(many, bodies?.many), short.sent.length);
      expect(rowsOf(long.body)! - rowsOf(short.body)!, `more rows of ${many.slice(0, 100)}`).toBeGreaterThanOrEqual(MORE);
      expect(long.sent.length, `${key} sends for many rows:\n${textsOf(long.sent)}`).toBe(short.sent.length);
      expect(await scansOf(long.sent, routeRows[key]?.cost.scans?.tables), `${key} reads whole tables for many rows`).toEqual({});
    }
  });
});

function textsOf(sent: readonly SentStatement[]): string {
  return sent.map(({ text }) => `  ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)}`).join('\n');
}

/** The number of rows of an answer that is a list or a map by taxon, or whose data are; else null. */
function rowsOf(body: unknown): number | null {
  if (Array.isArray(body)) return body.length;
  const entries = Object.entries((body ?? {}) as Record<string, { taxon_id?: unknown } | null>);
  if (entries.length > 0 && entries.every(([id, value]) => /^\d+$/.test(id) && value?.taxon_id)) return entries.length;
  const { data, images } = (body ?? {}) as { data?: unknown; images?: unknown };
  const list = [
    data,
    images,
    (data as { likely?: unknown; faults?: unknown } | undefined)?.likely,
    (data as { faults?: unknown } | undefined)?.faults,
  ];
  const found = list.find((value) => Array.isArray(value));
  return found ? found.length : null;
}

/** The lists of a project that has one participant with a record, then all the people of the community with records of many species. */
async function ofProject(client: pg.Client, caller: string): Promise<Record<string, List>> {
  const [few, many] = [randomUUID(), randomUUID()];
  const insert = (id: string, people: number, records: number) =>
    client.query(
      `with made as (
         insert into projects (id, version, name, description, start_on, end_on, time_zone, area, taxon_ids, groups, photo_required, confirmed_only, joining, invite)
         values ($1, 1, 'Walk', '', '2026-05-01', '2026-05-31', 'UTC', '{"type":"worldwide"}', '{}', '{}', false, false, 'everyone', '') returning id
       ), members as (
         insert into project_members (project_id, user_id, counted_seq)
         select made.id, u.id, 1e9 from made, (
           select id from users where preferences ->> 'community_opt_in' = 'true' order by id limit $2
         ) u returning project_id, user_id
       )
       insert into project_records (project_id, observation_id, user_id, species_id, is_confirmed, listed_at, shown_on)
       select m.project_id, o.id, o.user_id, 1000000 + row_number() over (), false, o.listed_at, '-infinity'
       from members m cross join lateral (
         select * from observations where user_id = m.user_id and deleted_at is null and geoprivacy = 'open' and not is_empty limit $3
       ) o`,
      [id, people, records],
    );
  await insert(few, 1, 1);
  await insert(many, 60, 20);
  await client.query('analyze projects, project_members, project_records');
  const listOf = (end: string) => ({ few: `/api/projects/${few}/${end}`, many: `/api/projects/${many}/${end}?limit=${MANY}`, caller });
  const lists: Record<string, List> = Object.fromEntries(
    ['species', 'observations', 'people', 'map'].map((end) => [`GET /api/projects/:id/${end}`, listOf(end)]),
  );
  /** The copies of records lie in few squares. */
  lists['GET /api/projects/:id/map']!.grow = () =>
    client.query(
      `update observations o set map_key = place.number * 4 ^ 14
       from (select observation_id, row_number() over () as number from project_records where project_id = $1 limit ${2 * MANY}) place
       where o.id = place.observation_id`,
      [many],
    );
  lists['GET /api/projects/:id/news'] = {
    ...listOf('news'),
    grow: () =>
      client.query(
        `insert into project_news (id, project_id, user_id, text, notifies)
         select gen_random_uuid(), $1::uuid, $2::uuid, 'Bring a lamp', false from generate_series(1, ${MANY})`,
        [many, caller],
      ),
  };
  await client.query('insert into project_organisers (project_id, user_id) values ($1, $3), ($2, $3)', [few, many, caller]);
  lists['GET /api/projects/:id/log'] = {
    ...listOf('log'),
    grow: () =>
      client.query(
        `insert into project_log (project_id, user_id, action, other_id)
         select $1::uuid, $2::uuid, 'removed', $2::uuid from generate_series(1, ${MANY})`,
        [many, caller],
      ),
  };
  lists['GET /api/projects/:id/uncounted'] = await ofUncounted(client, caller);
  return lists;
}

/** A project of one taxon, and one of many, which count none of the records of a person, who takes part in both. */
async function ofUncounted(client: pg.Client, caller: string): Promise<List> {
  const insert = async (taxonIds: readonly number[]) => {
    const id = randomUUID();
    await client.query(
      `with made as (
         insert into projects (id, version, name, description, start_on, end_on, time_zone, area, taxon_ids, groups, photo_required, confirmed_only, joining, invite)
         values ($1, 1, 'Walk', '', '1900-01-01', '2200-01-01', 'UTC', '{"type":"worldwide"}', $2, '{}', true, true, 'everyone', '') returning id
       ) insert into project_members (project_id, user_id, counted_seq) select made.id, $3::uuid, 1e9 from made`,
      [id, taxonIds, caller],
    );
    return `/api/projects/${id}/uncounted`;
  };
  const { rows } = await client.query<{ taxon_id: number }>(
    `select taxon_id from observations where user_id = $1 and deleted_at is null and geoprivacy = 'open' and taxon_id is not null
     group by taxon_id order by count(*), taxon_id limit 22`,
    [caller],
  );
  const ids = rows.map(({ taxon_id }) => taxon_id);
  const [few, many] = [await insert(ids.slice(0, 1)), await insert(ids)];
  return { few, many, caller };
}

/** Inserts finished journeys of a person that were shared long ago, if at all, and returns their ids. */
async function insertJourneys(client: pg.Client, userId: string, sharing: 'none' | 'full', count = MANY): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into journeys (id, user_id, version, name, protocol, target_groups, target_taxon_ids, complete_groups, companions, started_at, ended_at,
       time_zone, effort, sharing, notes, shared_at, owner_seq, created_at, updated_at)
     select gen_random_uuid(), $1::uuid, 1, 'Walk', 'travelling', '{}', '{}', '[]', '[]', '2026-05-01', '2026-05-02', 'UTC',
       '{"duration_s":null,"distance_m":null,"area_ha":null,"observers":null}', $2, '', case when $2 = 'full' then timestamptz '2026-05-03' end,
       1000000 + (select count(*) from journeys where user_id = $1::uuid) + number, now(), now()
     from generate_series(1, $3) number returning id`,
    [userId, sharing, count],
  );
  await client.query('analyze journeys');
  return rows.map(({ id }) => id);
}

/** A page of the points of a journey with many blocks. */
async function ofJourney(client: pg.Client, caller: string): Promise<List> {
  const [id] = await insertJourneys(client, caller, 'none', 1);
  const add = async (blocks: number) => {
    for (let block = 0; block < blocks; block++) {
      const points = Buffer.from(encodePoints(journeyPoints(3, { from: 1000 * block })));
      await client.query('insert into journey_blocks (journey_id, block, size, points) values ($1, $2, 3, $3) on conflict do nothing', [
        id,
        block,
        points,
      ]);
    }
  };
  await add(1);
  const path = `/api/journeys/${id}/points`;
  return { few: `${path}?limit=1`, many: `${path}?limit=${MANY}`, caller, grow: () => add(MANY) };
}

/** A list of sensitive taxa whose names are not found, each of which is a fault of its line. */
function listOfUnknown(lines: number) {
  const rows = Array.from({ length: lines }, (_, at) => `Nullus nullus${at},NL,3-7,20,disturbance`);
  return {
    csv: ['scientific_name,country,months,grid_km,reason', ...rows].join('\n'),
    is_dry_run: true,
    replaces: false,
    skips_unknown: false,
  };
}

/** The routes whose answer is a list. */
async function listsOf({ veld, people }: World, client: pg.Client): Promise<Record<string, List>> {
  const admin = people.admin.user.id;
  const { rows } = await client.query<{ user_id: string; id: string }>(
    "select o.user_id, o.id from observations o join users u on u.id = o.user_id where u.name = 'Person 1' limit 1",
  );
  const { user_id: caller, id: record } = rows[0]!;
  await client.query('insert into validators (id, user_id) values (gen_random_uuid(), $1)', [caller]);
  const [fewHits, manyHits] = [randomUUID(), randomUUID()];
  for (const [view, count] of [
    [fewHits, 1],
    [manyHits, MANY],
  ] as const)
    await client.query(
      `insert into notifications (user_id, entry_id, cause_id, kind, reason, observation_id)
       select $1, $2, 'hit ' || id, 'view', 'saved_view', id from (
         select id from observations where deleted_at is null and not is_empty and geoprivacy = 'open' and hidden_by_moderator_at is null limit $3
       ) hit`,
      [caller, entryId(caller, 'view', view), count],
    );
  const paged = (path: string) => ({ few: `${path}?limit=1`, many: `${path}?limit=${MANY}`, caller });
  const same = (path: string, who: string, grow: string, values: unknown[] = []) => ({
    few: path,
    many: path,
    caller: who,
    async grow() {
      await client.query(`${grow} from generate_series(1, ${MANY}) number`, values);
      // As autovacuum does; a plan for a table of unknown size says little.
      await client.query(`analyze ${/insert into (\w+)/.exec(grow)![1]}`);
    },
  });
  /** A list that grows by one row of each of many people. */
  const ofPeople = (path: string, grow: string) => ({
    few: path,
    many: path,
    caller,
    async grow() {
      await client.query(`${grow} from (select id from users order by id limit ${MANY}) person`, [record]);
      await client.query(`analyze ${/insert into (\w+)/.exec(grow)![1]}`);
    },
  });
  const { rows: some } = await client.query<{ id: string }>(`select id from observations where deleted_at is null limit ${MANY}`);
  const records = some.map(({ id }) => id);
  const photos = Array.from({ length: MANY }, () => randomUUID());
  await client.query(
    `insert into media (id, photo_id, user_id, sha256, type, byte_length) select id, id, $2, id::text, 'image/jpeg', 1 from unnest($1::uuid[]) id`,
    [photos, caller],
  );
  await client.query(
    `insert into observation_media (observation_id, media_id, sha256, type, width, height, position)
     select $2, id, id::text, 'image/jpeg', 40, 30, 1 from unnest($1::uuid[]) id`,
    [photos, record],
  );
  const importId = randomUUID();
  await client.query(
    "insert into taxonomy_imports (id, file_name, byte_length, source, state) values ($1, 'list.csv', 5, 'list', 'failed')",
    [importId],
  );
  await client.query("insert into taxon_countries (country_code, taxon_id, rarity_class) values ('LU', $1, 1)", [TAXA.moss.id]);
  await save(veld, people.pro, randomUUID(), draft());
  // Names of taxa are one more statement, so few rows need them as well.
  await client.query(
    `insert into notifications (user_id, entry_id, cause_id, kind, reason, observation_id, actor_id)
     values ($1, gen_random_uuid(), 'first', 'quality', 'own_record', $2, $3)`,
    [caller, record, people.pro.user.id],
  );
  await client.query(
    `insert into identifications (id, observation_id, user_id, taxon_id, disagrees, comment)
     select gen_random_uuid(), o.id, $1, o.taxon_id, false, '' from observations o
     where o.user_id <> $1 and o.deleted_at is null and o.geoprivacy = 'open' and not o.is_empty and o.taxon_id is not null limit ${MANY}`,
    [people.pro.user.id],
  );
  await client.query(
    `insert into identifications (id, observation_id, user_id, taxon_id, disagrees, comment)
     select gen_random_uuid(), $1::uuid, person.id, $2::integer, false, ''
     from (select id from users where id <> $3::uuid and preferences ->> 'community_opt_in' = 'true' order by id limit ${MANY + 1}) person`,
    [record, TAXA.moss.id, people.pro.user.id],
  );
  // With one message of each of many people, and with many of one person.
  await client.query(
    `with written as (
       insert into messages (id, user_id, recipient_id, text, observation_id, written_at, created_at)
       select gen_random_uuid(), person.id, $1::uuid, 'A fine one', $3::uuid, now(), now()
       from (select id from users where id not in ($1::uuid, $2::uuid) order by id limit ${MANY + 1}) person
       union all select gen_random_uuid(), $2::uuid, $1::uuid, 'Another one', $3::uuid, now(), now() from generate_series(1, ${MANY + 1})
       returning seq, user_id
     )
     insert into conversations (user_id, other_id, last_seq, received_seq) select $1::uuid, user_id, max(seq), max(seq) from written group by user_id`,
    [caller, people.pro.user.id, records[0]],
  );
  await client.query('analyze messages, conversations');
  return {
    'POST /api/admin/sensitive-taxa/import': {
      few: '/api/admin/sensitive-taxa/import',
      many: '/api/admin/sensitive-taxa/import',
      caller: admin,
      bodies: { few: listOfUnknown(1), many: listOfUnknown(MANY) },
    },
    'GET /api/community/profile/:id/identifications': paged(`/api/community/profile/${people.pro.user.id}/identifications`),
    'GET /api/explore/records': paged('/api/explore/records'),
    'GET /api/explore/species': paged('/api/explore/species'),
    'GET /api/explore/people': paged('/api/explore/people'),
    'GET /api/explore/identifiers': {
      few: `/api/explore/identifiers?limit=1&user_id=${caller}`,
      many: `/api/explore/identifiers?limit=${MANY}&user_id=${caller}`,
      caller,
    },
    'GET /api/places': same(
      '/api/places?name=fen',
      caller,
      `insert into public_places (id, source, source_key, kind, name, search, polygons, latitude, longitude, area_m2, shape_hash, created_at, updated_at)
       select gen_random_uuid(), 'list', number::text, 'reserve', 'Fen ' || number, 'fen ' || number, '[]', 52, 5, 1, '', now(), now()`,
    ),
    'GET /api/feed': paged('/api/feed'),
    'GET /api/observations': paged('/api/observations'),
    'GET /api/observations/:id/votes': same(
      `/api/observations/${record}/votes`,
      caller,
      "insert into record_votes (observation_id, user_id, topic, value, agrees, about, write_id, chosen_at) select $1::uuid, $2::uuid, 'life_stage', number::text, true, md5(''), gen_random_uuid(), now()",
      [record, people.pro.user.id],
    ),
    'GET /api/identifications/own': {
      few: '/api/identifications/own?limit=1',
      many: `/api/identifications/own?limit=${MANY}`,
      caller: people.pro.user.id,
    },
    'GET /api/identifications/waiting': paged('/api/identifications/waiting'),
    'GET /api/observations/changes': paged('/api/observations/changes'),
    'GET /api/observations/:id/history': {
      ...paged(`/api/observations/${record}/history`),
      grow: () =>
        client.query(
          `insert into observation_writes (observation_id, write_id, version, body)
           select observation_id, gen_random_uuid(), number, body from observation_writes, generate_series(2, ${MANY}) number
           where observation_id = $1`,
          [record],
        ),
    },
    'GET /api/species/:id/countries': same(
      `/api/species/${TAXA.heron.id}/countries`,
      caller,
      "insert into taxon_countries (country_code, taxon_id, rarity_class) select 'Q' || chr(64 + number), $1::integer, 3",
      [TAXA.heron.id],
    ),
    'GET /api/species/:id/names': same(
      `/api/species/${TAXA.heron.id}/names`,
      caller,
      "insert into taxon_names (taxon_id, language, name, source) select $1::integer, 'sci', 'Ardea ' || number, 'list'",
      [TAXA.heron.id],
    ),
    'GET /api/species-seen': {
      few: `/api/species-seen?user_id=${people.pro.user.id}`,
      many: `/api/species-seen?user_id=${caller}`,
      caller: people.pro.user.id,
    },
    'GET /api/my-species-images': {
      few: '/api/my-species-images?chosen=1',
      many: '/api/my-species-images?chosen=1',
      caller,
      async grow() {
        await client.query("update media set state = 'ready' where id = any($1::uuid[])", [photos]);
        await client.query(
          `insert into species_images (user_id, taxon_id, photo_id)
           select $1, taxon.id, photo.id
           from (select id, row_number() over (order by id) from taxa order by id limit ${MANY}) taxon
           join unnest($2::uuid[]) with ordinality photo (id, row_number) using (row_number)`,
          [caller, photos],
        );
        await client.query('analyze species_images');
      },
    },
    'GET /api/sensitive-taxa/:taxonId': same(
      `/api/sensitive-taxa/${TAXA.heron.id}`,
      caller,
      "insert into sensitive_taxa (id, taxon_id, country_code, months, grid_km, reason) select gen_random_uuid(), $1::integer, 'Q' || chr(64 + number), '{}', 10, 'law'",
      [TAXA.heron.id],
    ),
    'GET /api/admin/sensitive-taxa': { ...paged('/api/admin/sensitive-taxa'), caller: admin },
    'GET /api/articles': {
      few: '/api/articles',
      many: '/api/articles',
      caller,
      async grow() {
        await client.query(
          `insert into articles (slug, article_group, list_order) select 'more-' || number, 'start', number from generate_series(1, ${MANY}) number`,
        );
        await client.query(
          `insert into article_revisions (id, slug, language, number, title, summary, text, user_id)
           select gen_random_uuid(), 'more-' || number, 'en', 1, 'Moths', 'At night', '', $1 from generate_series(1, ${MANY}) number`,
          [admin],
        );
        await client.query('analyze articles, article_revisions');
      },
    },
    'GET /api/articles/:slug/revisions': same(
      '/api/articles/more-1/revisions?language=en',
      admin,
      `insert into article_revisions (id, slug, language, number, title, summary, text, user_id)
       select gen_random_uuid(), 'more-1', 'en', number + 1, 'Moths', 'At night', '', $1::uuid`,
      [admin],
    ),
    'GET /api/reactions': { few: `/api/reactions?ids=${records[0]}`, many: `/api/reactions?ids=${records.join(',')}`, caller },
    'GET /api/observations/:id/reactions': ofPeople(
      `/api/observations/${record}/reactions`,
      "insert into reactions (observation_id, user_id, emoji, write_id, chosen_at) select $1::uuid, id, '🦉', gen_random_uuid(), now()",
    ),
    'GET /api/observations/:id/comments': ofPeople(
      `/api/observations/${record}/comments`,
      `insert into comments (id, observation_id, user_id, text, write_id, written_at, is_edited)
       select gen_random_uuid(), $1::uuid, id, 'A fine one', gen_random_uuid(), now(), false`,
    ),
    'GET /api/messages': paged('/api/messages'),
    'GET /api/messages/:id': paged(`/api/messages/${people.pro.user.id}`),
    'GET /api/comments/people': { few: '/api/comments/people?name=nobody', many: '/api/comments/people?name=person', caller },
    'GET /api/community/users': { few: '/api/community/users?country=LU', many: '/api/community/users?country=NL', caller },
    'GET /api/community/leaderboards/:board': {
      few: '/api/community/leaderboards/species?period=all&country=LU',
      many: '/api/community/leaderboards/species?period=all',
      caller,
    },
    'GET /api/users': { few: '/api/users?name=anna', many: '/api/users?name=person', caller: admin },
    'GET /api/admin/users': { few: '/api/admin/users?limit=1', many: `/api/admin/users?limit=${MANY}`, caller: admin },
    'GET /api/feedback/ideas': same(
      '/api/feedback/ideas',
      caller,
      `insert into feedback (id, user_id, kind, text, may_contact, public_text)
       select gen_random_uuid(), $1::uuid, 'idea', 'Moths', false, 'More moths'`,
      [caller],
    ),
    'GET /api/admin/feedback': same(
      '/api/admin/feedback?limit=100',
      admin,
      "insert into feedback (id, user_id, kind, text, may_contact) select gen_random_uuid(), $1::uuid, 'idea', 'Moths', false",
      [caller],
    ),
    'GET /api/admin/tile-requests': same(
      '/api/admin/tile-requests?limit=100',
      admin,
      `insert into tile_requests (id, user_id, name, area, west, south, east, north, min_zoom, max_zoom, layers, language, state, queued_at, created_at)
       select gen_random_uuid(), $1::uuid, 'Marsh', '{"kind":"country","country_code":"NL"}', 3, 50, 8, 54, 0, 6, '{base}', 'en', 'failed', now(), now()`,
      [caller],
    ),
    'GET /api/admin/jobs': {
      few: '/api/admin/jobs',
      many: '/api/admin/jobs',
      caller: admin,
      grow: () =>
        client.query(
          `insert into jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds, deletion_seconds, partition, table_name)
           select 'more-' || number, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds, deletion_seconds, partition, table_name
           from jobs.queue, generate_series(1, ${MANY}) number where name = 'mail'`,
        ),
    },
    'GET /api/validation/queue': paged('/api/validation/queue'),
    'GET /api/validation/rules': same(
      '/api/validation/rules',
      admin,
      "insert into validation_rules (id, user_id, kind, taxon_id, months, life_stages, note) select gen_random_uuid(), $1::uuid, 'ask', (select min(id) from taxa), '{}', '{}', ''",
      [admin],
    ),
    'GET /api/validation/validators': same(
      '/api/validation/validators',
      admin,
      'insert into validators (id, user_id, appointed_by) select gen_random_uuid(), $1::uuid, $1',
      [admin],
    ),
    'GET /api/admin/log': same(
      '/api/admin/log',
      admin,
      "insert into admin_log (id, actor_id, action, subject_kind, subject_id) select gen_random_uuid(), $1::uuid, 'end_sessions', 'user', $1",
      [admin],
    ),
    'GET /api/toasts/all': same(
      '/api/toasts/all',
      admin,
      `insert into toasts (id, level, texts, audience) select 'all-' || number, 'info', '{"en":"Hello"}'::jsonb, 'everyone'`,
    ),
    'GET /api/admin/versions': same(
      '/api/admin/versions',
      admin,
      "insert into app_versions (minimum_version, level) select '0.2.' || number, 'info'",
    ),
    'GET /api/public/versions': same(
      '/api/public/versions?since=0.0.1',
      admin,
      "insert into app_versions (minimum_version, level) select '0.1.' || number, 'info'",
    ),
    'GET /api/relations': {
      few: '/api/relations',
      many: '/api/relations',
      caller,
      async grow() {
        await client.query(
          `insert into relations (user_id, other_id, kind) select $1::uuid, id, 'follow' from users where id <> $1::uuid limit ${MANY}`,
          [caller],
        );
        await client.query('analyze relations');
      },
    },
    'GET /api/notifications': same(
      '/api/notifications',
      caller,
      `insert into notifications (user_id, entry_id, cause_id, kind, reason, observation_id, actor_id)
       select $1::uuid, gen_random_uuid(), 'more', 'quality', 'own_record', $2::uuid, $3::uuid`,
      [caller, record, people.pro.user.id],
    ),
    'GET /api/sessions': same(
      '/api/sessions',
      people.curator.user.id,
      `insert into sessions (user_id, id, token_hash, revoke_hash, device_name, expires_at)
       select $1::uuid, gen_random_uuid(), 'more ' || number, 'more ' || number, '', now() + interval '1 day'`,
      [people.curator.user.id],
    ),
    'GET /api/journeys': {
      ...paged('/api/journeys'),
      grow: () => insertJourneys(client, people.pro.user.id, 'full'),
    },
    'GET /api/journeys/changes': {
      ...paged('/api/journeys/changes'),
      grow: () => insertJourneys(client, caller, 'none'),
    },
    'GET /api/journeys/:id/points': await ofJourney(client, caller),
    'GET /api/projects': {
      ...paged('/api/projects'),
      grow: () =>
        client.query(`insert into projects (id, version, name, description, start_on, end_on, time_zone, area, taxon_ids, groups, photo_required, confirmed_only, joining, invite)
       select gen_random_uuid(), 1, 'Moths', '', '2026-05-01', '2026-05-31', 'UTC', '{"type":"worldwide"}', '{}', '{}', false, false, 'everyone', '' from generate_series(1, ${MANY})`),
    },
    ...(await ofProject(client, caller)),
    'GET /api/embeds': same(
      '/api/embeds',
      caller,
      "insert into embeds (id, user_id, key_hash, label) select gen_random_uuid(), $1::uuid, 'more ' || number, ''",
      [caller],
    ),
    'GET /api/toasts': same(
      '/api/toasts',
      caller,
      `insert into toasts (id, level, texts, audience) select 'toast-' || number, 'info', '{"en": "Hello"}', 'everyone'`,
    ),
    'GET /api/feedback': same(
      '/api/feedback',
      caller,
      "insert into feedback (id, user_id, kind, text, may_contact) select gen_random_uuid(), $1::uuid, 'idea', 'Moths', false",
      [caller],
    ),
    'GET /api/tile-requests': same(
      '/api/tile-requests',
      caller,
      `insert into tile_requests (id, user_id, name, area, west, south, east, north, min_zoom, max_zoom, layers, language, state, queued_at, created_at)
       select gen_random_uuid(), $1::uuid, 'Marsh', '{"kind":"country","country_code":"NL"}', 3, 50, 8, 54, 0, 6, '{base}', 'en', 'queued', now(), now()`,
      [caller],
    ),
    'GET /api/reports': same(
      '/api/reports',
      caller,
      `insert into reports (id, reporter_id, subject_kind, subject_id, reason, text)
       select gen_random_uuid(), $1::uuid, 'observation', $2::uuid, 'spam', ''`,
      [caller, record],
    ),
    'GET /api/reports/hidden': {
      few: '/api/reports/hidden',
      many: '/api/reports/hidden',
      caller,
      async grow() {
        await client.query(
          `update observations set hidden_by_moderator_at = now() where id in (
             select id from observations where user_id = $1 and deleted_at is null limit ${MANY}
           )`,
          [caller],
        );
        await client.query('analyze observations');
      },
    },
    'GET /api/moderation/reports': same(
      '/api/moderation/reports',
      admin,
      `insert into reports (id, reporter_id, subject_kind, subject_id, subject_user_id, reason, text)
       select gen_random_uuid(), $1::uuid, 'observation', $2::uuid, $3::uuid, 'spam', ''`,
      [admin, record, caller],
    ),
    'GET /api/moderation/acts': same(
      '/api/moderation/acts',
      admin,
      `insert into moderation_log (id, actor_id, action, subject_kind, subject_id)
       select gen_random_uuid(), $1::uuid, 'hide', 'observation', $2::uuid`,
      [admin, record],
    ),
    'GET /api/settings/locations': same(
      '/api/settings/locations',
      caller,
      `insert into saved_places (user_id, id, name, kind, latitude, longitude, notes)
       select $1::uuid, gen_random_uuid(), 'Place ' || number, 'patch', 52, 5, ''`,
      [caller],
    ),
    'GET /api/settings/wanted': same(
      '/api/settings/wanted',
      caller,
      'insert into wanted_taxa (user_id, taxon_id) select $1::uuid, number',
      [caller],
    ),
    'GET /api/settings/species-notes': same(
      '/api/settings/species-notes',
      caller,
      "insert into species_notes (user_id, taxon_id, text) select $1::uuid, number, 'Under bark'",
      [caller],
    ),
    'GET /api/explore/views/:id/hits': { few: `/api/explore/views/${fewHits}/hits`, many: `/api/explore/views/${manyHits}/hits`, caller },
    'GET /api/explore/views': same(
      '/api/explore/views',
      caller,
      "insert into saved_views (user_id, id, name, screen, query) select $1::uuid, gen_random_uuid(), 'View ' || number, 'explore', ''",
      [caller],
    ),
    'GET /api/invitations': same(
      '/api/invitations',
      admin,
      `insert into invitations (id, token_hash, label, created_by, max_uses, expires_at)
       select gen_random_uuid(), 'more ' || number, '', $1::uuid, 1, now() + interval '1 day'`,
      [admin],
    ),
    'GET /api/media/addresses': {
      few: `/api/media/addresses?ids=${photos[0]}`,
      many: `/api/media/addresses?ids=${photos.join(',')}`,
      caller,
    },
    'GET /api/taxonomy/imports': same(
      '/api/taxonomy/imports',
      admin,
      `insert into taxonomy_imports (id, file_name, byte_length, source, state)
       select gen_random_uuid(), 'list.csv', 5, 'list', 'failed'`,
    ),
    'GET /api/taxonomy/imports/:id': same(
      `/api/taxonomy/imports/${importId}`,
      admin,
      "insert into taxonomy_import_faults (import_id, position, is_warning, code, value) select $1::uuid, number, false, 'rank', number::text",
      [importId],
    ),
    'GET /api/taxonomy/location': {
      few: '/api/taxonomy/location?latitude=0&longitude=-30',
      many: '/api/taxonomy/location?latitude=52.1&longitude=5.1',
      caller,
    },
    'GET /api/specie-images': { few: '/api/specie-images?need=license', many: '/api/specie-images', caller: admin },
    'GET /api/specie-images/:taxonId': {
      few: `/api/specie-images/${TAXA.heron.id}`,
      many: `/api/specie-images/${TAXA.heron.id}`,
      caller: admin,
      // Not a taxon of a third of all records, of which reading all photos is right.
      grow: () =>
        client.query(
          `update observations set taxon_id = $1 where id in (
             select o.id from observations o join observation_media om on om.observation_id = o.id
             where o.taxon_id = $2 and o.geoprivacy = 'open' limit ${MANY}
           )`,
          [TAXA.heron.id, TAXA.kingfisher.id],
        ),
    },
  };
}
