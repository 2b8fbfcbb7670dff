import { createHash } from 'node:crypto';
import type { ObservationDraft } from '@veld/contract';
import type pg from 'pg';
import { derive, listedAt } from '../../server/src/features/observations/derive.ts';
import { hashToken } from '../../server/src/features/accounts/tokens.ts';
import { seedRandom } from '../report.ts';

/** What requests need to know of a filled database. Derived from size and seed, so that no query is needed for a database kept on disk. */
export interface Filled {
  /** People spread evenly over all, at most `SAMPLE_PEOPLE`. */
  userIds: string[];
  /** One session per person, in the order of `userIds`. */
  tokens: string[];
  /** Records spread evenly over all, at most `SAMPLE_RECORDS`. */
  recordIds: string[];
}

/** Per block of records, so that at every size a person has as many records. */
const PEOPLE = 100;
const BLOCK = 10_000;
/** Different drafts; records repeat them with other people, times and photos. */
const DRAFTS = 10_000;
const BATCH = 5000;
const SAMPLE_PEOPLE = 1000;
const SAMPLE_RECORDS = 20_000;
const TABLES = ['observations', 'observation_writes', 'observation_media', 'media', 'xp_events'];
/** Where people record: latitude, longitude and extent in degrees. */
const TOWNS = [
  [52.1, 5.1, 0.9],
  [50.8, 4.4, 0.6],
  [52.5, 13.4, 2],
  [48.8, 2.4, 2],
  [-33.9, 18.6, 0.5],
] as const;

export function sampleFilled(count: number, seed: number): Filled {
  const people = peopleFor(count);
  const random = seedRandom(seed + 2);
  const userIds = sample(people, SAMPLE_PEOPLE, random).map((at) => uuidOf(`person ${seed} ${at}`));
  const recordIds = sample(count, SAMPLE_RECORDS, random).map((at) => uuidOf(`record ${seed} ${at}`));
  return { userIds, tokens: userIds.map(tokenOf), recordIds };
}

/**
 * Inserts people with sessions and `count` records into an empty database; deterministic for a seed. `species` are the source ids of
 * the taxa to record, by default all species. Works on the schema of earlier commits too, whose missing columns are left out.
 */
export async function fill(pool: pg.Pool, count: number, seed: number, species?: readonly string[]): Promise<Filled> {
  const client = await pool.connect();
  try {
    await client.query(
      `set statement_timeout = 0; set lock_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '64MB'`,
    );
    // Without checks of foreign keys, which would take longer than the inserts.
    await client.query('set session_replication_role = replica');
    await insertPeople(client, count, seed);
    const draftColumns = await makeDrafts(client, seed, species);
    await makeList(client, count, seed);
    const indexes = await dropIndexes(client);
    await insertRecords(client, seed, draftColumns);
    for (const definition of indexes) await client.query(definition);
    await client.query('drop table drafts, filling');
    await client.query('reset session_replication_role; reset synchronous_commit');
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    client.release();
  }
  return sampleFilled(count, seed);
}

/** Source ids of the species, commonest first, with their ids in this database. */
export async function speciesIn(on: pg.Pool | pg.PoolClient): Promise<Map<string, number>> {
  const { rows } = await on.query<{ id: number; source_id: string }>(
    `select id, source_id from taxa where rank = 'species' and not is_deleted order by arrival, id`,
  );
  return new Map(rows.map((row) => [row.source_id, row.id]));
}

async function insertPeople(client: pg.PoolClient, count: number, seed: number): Promise<void> {
  const people = Array.from({ length: peopleFor(count) }, (_, at) => ({ id: uuidOf(`person ${seed} ${at}`), at }));
  for (let from = 0; from < people.length; from += BATCH) {
    const some = people.slice(from, from + BATCH);
    const users = some.map(({ id, at }) => {
      const email = `${at}@example.org`;
      return { id, name: `Person ${at}`, email, email_key: email, password_hash: '-' };
    });
    const sessions = some.map(({ id }) => ({
      user_id: id,
      id: uuidOf(`session ${id}`),
      token_hash: hashToken(tokenOf(id)),
      revoke_hash: `no key ${id}`,
      device_name: 'bench',
      expires_at: '2100-01-01T00:00:00Z',
    }));
    await insert(client, 'users', users);
    await insert(client, 'sessions', sessions);
  }
}

/** Returns the columns that the drafts have; others of the table keep their defaults. */
async function makeDrafts(client: pg.PoolClient, seed: number, species?: readonly string[]): Promise<string[]> {
  const random = seedRandom(seed);
  const ids = await speciesIn(client);
  const taxonIds = species ? species.map((name) => ids.get(name)!) : [...ids.values()];
  await client.query('create temp table drafts as select *, 0::integer as draft, false as has_photo from observations limit 0');
  const drafts = Array.from({ length: DRAFTS }, (_, draft) => {
    const { media, ...columns } = drawDraft(random, taxonIds);
    const derived = derive({ ...columns, media }, { geoprivacy: columns.geoprivacy, grid: 10, ruleId: null, wished: null });
    const words = { place: parsed(derived.place), public_place: parsed(derived.public_place) };
    return { ...columns, ...derived, ...words, listed_at: listedAt(columns), draft, has_photo: media.length > 0 };
  });
  const known = await columnsOf(client, 'drafts');
  // Before places in words, these columns were text and empty.
  for (const name of ['place', 'public_place']) if (known.get(name) !== 'jsonb') known.delete(name);
  for (let from = 0; from < DRAFTS; from += BATCH) {
    const some = drafts.slice(from, from + BATCH);
    await insert(
      client,
      'drafts',
      some.map((draft) => Object.fromEntries(Object.entries(draft).filter(([name]) => known.has(name)))),
    );
  }
  return Object.keys(drafts[0]!).filter((name) => known.has(name));
}

/** Makes the list of records: whose they are, when they were saved, and their drafts. */
async function makeList(client: pg.PoolClient, count: number, seed: number): Promise<void> {
  await client.query(`
    create function pg_temp.uuid_of(word text) returns uuid immutable language sql as $$
      select (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-4' || substr(hex, 14, 3) || '-a' || substr(hex, 18, 3) || '-' || substr(hex, 21, 12))::uuid
      from (select md5(word) as hex) as hashed
    $$;
    create function pg_temp.chance(number bigint, stream integer) returns double precision immutable language sql as $$
      select (hashint8extended(number, ${seed * 10} + stream) & 4503599627370495)::double precision / 4503599627370496
    $$`);
  const blocks = peopleFor(count) / PEOPLE;
  // Within a block some people have far more records than others.
  await client.query(`
    create temp table filling as
    select number, pg_temp.uuid_of('record ${seed} ' || number) as id, pg_temp.uuid_of('person ${seed} ' || person) as user_id,
      row_number() over (partition by person order by number) as owner_seq, draft,
      now() - interval '400 days' + number::double precision / ${count} * interval '398 days' as created_at
    from (
      select number, floor(pg_temp.chance(number, 3) * ${DRAFTS})::integer as draft,
        floor(pg_temp.chance(number, 1) * ${blocks})::integer * ${PEOPLE} + floor(pg_temp.chance(number, 2) ^ 2 * ${PEOPLE})::integer as person
      from generate_series(0::bigint, ${count - 1}) as number
    ) as numbered`);
  await client.query('analyze drafts; analyze filling');
}

/** Drops the indexes of no constraint, which are built faster afterwards, and returns their definitions. */
export async function dropIndexes(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [TABLES],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map((row) => row.definition);
}

async function insertRecords(client: pg.PoolClient, seed: number, draftColumns: readonly string[]): Promise<void> {
  const from = 'from filling f join drafts d using (draft)';
  const ofDraft = draftColumns.map((name) => [name, `d.${name}`]);
  const own = {
    id: 'f.id',
    user_id: 'f.user_id',
    version: '1',
    owner_seq: 'f.owner_seq',
    listed_at: 'coalesce(d.listed_at, f.created_at)',
    created_at: 'f.created_at',
    updated_at: 'f.created_at',
    feed_seq: 'f.number',
    deleted_at: 'null',
    is_empty: 'false',
    needs_review: 'false',
  };
  const select = async (table: string, columns: Record<string, string>, rest: string) => {
    const known = await columnsOf(client, table);
    const some = Object.entries(columns).filter(([name]) => known.has(name));
    await client.query(
      `insert into ${table} (${some.map(([name]) => name).join(', ')}) select ${some.map(([, value]) => value).join(', ')} ${rest}`,
    );
  };
  await select('observations', { ...Object.fromEntries(ofDraft), ...own }, `${from} order by number`);
  const write = { observation_id: 'id', write_id: `pg_temp.uuid_of('write ${seed} ' || number)`, version: '1', created_at: 'created_at' };
  await select('observation_writes', write, 'from filling order by number');
  const photo = {
    media_id: `pg_temp.uuid_of('photo ${seed} ' || number)`,
    sha256: `md5('photo ' || number) || md5('byte ' || number)`,
    type: `'image/jpeg'`,
    width: '4000',
    height: '3000',
  };
  await select('observation_media', { ...photo, observation_id: 'f.id', position: '0' }, `${from} where has_photo order by number`);
  const { media_id: id, ...rest } = photo;
  const stored = { byte_length: '2500000', thumbhash: `encode(decode(md5('photo ' || number), 'hex'), 'base64')`, state: `'ready'` };
  await select('media', { id, photo_id: id, user_id: 'f.user_id', ...rest, ...stored }, `${from} where has_photo order by number`);
  // A job of the running server may have counted some of the records already.
  await client.query(`
    insert into owner_counters (user_id, seq) select user_id, max(owner_seq) from filling group by 1
      on conflict (user_id) do update set seq = greatest(owner_counters.seq, excluded.seq);
    insert into server_state (key, value) values ('experience_rules', '1 all') on conflict do nothing;
    insert into xp_events (user_id, reason, source_id, points, created_at) select user_id, 'record', id::text, 1, created_at from filling order by number
      on conflict do nothing;
    insert into xp_events (user_id, reason, source_id, points, created_at)
      select f.user_id, 'species', d.taxon_id::text, 10, min(f.created_at) ${from} group by 1, 3
      on conflict do nothing;
    update users set total_xp = points, total_xp_seen = points
      from (select user_id, sum(points)::integer as points from xp_events group by 1) earned where earned.user_id = users.id`);
}

/** The columns of a table with their types. */
async function columnsOf(client: pg.PoolClient, table: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  return new Map(rows.map((row) => [row.name, row.type]));
}

type Row = Record<string, unknown>;

/** Inserts rows that all have the same columns; other columns get their defaults. */
export async function insert(on: pg.Pool | pg.PoolClient, table: string, rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]!).join(', ');
  await on.query(`insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`, [
    JSON.stringify(rows),
  ]);
}

/** A typical record: mostly with an open place, a third with a photo, some with notes. */
export function drawDraft(random: () => number, taxonIds: readonly number[]): ObservationDraft {
  const [latitude, longitude, spread] = TOWNS[Math.floor(random() * TOWNS.length)]!;
  const day = String(1 + Math.floor(random() * 28)).padStart(2, '0');
  const month = String(1 + Math.floor(random() * 12)).padStart(2, '0');
  const hour = String(6 + Math.floor(random() * 14)).padStart(2, '0');
  const dice = random();
  const word = `${random()} ${random()}`;
  return {
    taxon_id: taxonIds[Math.floor(random() ** 2 * taxonIds.length)]!,
    observed_on: `202${3 + Math.floor(random() * 3)}-${month}-${day}`,
    observed_time: `${hour}:15`,
    time_zone: 'Europe/Amsterdam',
    latitude: Number((latitude + (random() - 0.5) * spread).toFixed(5)),
    longitude: Number((longitude + (random() - 0.5) * spread).toFixed(5)),
    coordinate_uncertainty_m: 10,
    location_source: 'gps',
    count: 1 + Math.floor(random() * 5),
    count_type: 'exact',
    notes: random() < 0.4 ? 'Near the path, between the reeds and the water.' : null,
    geoprivacy: dice < 0.85 ? 'open' : dice < 0.96 ? 'obscured' : 'private',
    license: 'CC-BY-4.0',
    attributes: {},
    media:
      random() < 0.34
        ? [
            {
              id: uuidOf(`photo ${word}`),
              sha256: createHash('sha256').update(word).digest('hex'),
              type: 'image/jpeg',
              width: 4000,
              height: 3000,
              order: 0,
            },
          ]
        : [],
  };
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}

function peopleFor(count: number): number {
  return Math.max(1, Math.floor(count / BLOCK)) * PEOPLE;
}

/** Numbers below `count`: a random one of each equal part, because those at equal distances would all have as many records. */
function sample(count: number, most: number, random: () => number): number[] {
  const length = Math.min(count, most);
  return Array.from({ length }, (_, at) => Math.floor(((at + random()) * count) / length));
}

function tokenOf(userId: string): string {
  return createHash('sha256').update(`token ${userId}`).digest('base64url');
}

/** A version 4 UUID derived from the word, as `uuid_of` in the database. */
function uuidOf(word: string): string {
  const hex = createHash('md5').update(word).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
