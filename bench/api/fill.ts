import { createHash } from 'node:crypto';
import type { ObservationDraft } from '@veld/contract';
import type pg from 'pg';
import { derive } from '../../server/src/features/observations/derive.ts';
import { hashToken } from '../../server/src/features/accounts/tokens.ts';
import { randomOf } from '../report.ts';

export interface Filled {
  userIds: string[];
  /** One session per person, in the order of `userIds`. */
  tokens: string[];
  taxonIds: number[];
  recordIds: string[];
}

const PEOPLE = 200;
const BATCH = 5000;
/** Where people record: latitude, longitude and extent in degrees. */
const TOWNS = [
  [52.1, 5.1, 0.9],
  [50.8, 4.4, 0.6],
  [52.5, 13.4, 2],
  [48.8, 2.4, 2],
  [-33.9, 18.6, 0.5],
] as const;

/** Inserts people with sessions and `count` records into an empty database; deterministic for a seed. */
export async function fill(pool: pg.Pool, count: number, seed: number): Promise<Filled> {
  const random = randomOf(seed);
  const userIds = Array.from({ length: PEOPLE }, (_, at) => uuidOf(`person ${seed} ${at}`));
  const tokens = userIds.map((id) => createHash('sha256').update(`token ${id}`).digest('base64url'));
  await insert(
    pool,
    'users',
    userIds.map((id, at) => ({ id, name: `Person ${at}`, email: `${at}@example.org`, email_key: `${at}@example.org`, password_hash: '-' })),
  );
  await insert(
    pool,
    'sessions',
    userIds.map((id, at) => ({
      user_id: id,
      id: uuidOf(`session ${id}`),
      token_hash: hashToken(tokens[at]!),
      revoke_hash: `no key ${at}`,
      device_name: 'bench',
      expires_at: new Date(Date.now() + 86_400_000),
    })),
  );
  const taxa = await pool.query<{ id: number }>(`select id from taxa where rank = 'species' and not is_deleted order by arrival`);
  const taxonIds = taxa.rows.map((row) => row.id);
  const recordIds: string[] = [];
  const seqs = new Map<string, number>();
  while (recordIds.length < count) {
    const records: Row[] = [];
    const photos: Row[] = [];
    while (records.length < BATCH && recordIds.length < count) {
      const userId = userIds[Math.floor(random() ** 2 * PEOPLE)]!;
      const seq = (seqs.get(userId) ?? 0) + 1;
      seqs.set(userId, seq);
      const draft = draftOf(random, taxonIds);
      const id = uuidOf(`record ${seed} ${recordIds.length}`);
      recordIds.push(id);
      const { media, ...columns } = draft;
      records.push({ ...columns, ...derive(draft), id, user_id: userId, version: 1, owner_seq: seq });
      for (const photo of media) photos.push({ ...photo, observation_id: id, user_id: userId });
    }
    await insert(pool, 'observations', records);
    await insert(
      pool,
      'observation_writes',
      records.map(({ id }) => ({ observation_id: id, write_id: uuidOf(`write ${String(id)}`), version: 1 })),
    );
    await insert(
      pool,
      'observation_media',
      photos.map(({ id, order, user_id: _owner, ...photo }) => ({ ...photo, media_id: id, position: order })),
    );
    await insert(
      pool,
      'media',
      photos.map(({ id, user_id, sha256, type, width, height }) => ({
        id,
        user_id,
        photo_id: id,
        sha256,
        type,
        width,
        height,
        byte_length: 2_500_000,
        thumbhash: Buffer.from(String(sha256).slice(0, 24)).toString('base64'),
        state: 'ready',
      })),
    );
  }
  await insert(
    pool,
    'owner_counters',
    [...seqs].map(([user_id, seq]) => ({ user_id, seq })),
  );
  await pool.query('vacuum analyze');
  return { userIds, tokens, taxonIds, recordIds };
}

type Row = Record<string, unknown>;

/** Inserts rows that all have the same columns; other columns get their defaults. */
async function insert(pool: pg.Pool, table: string, rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]!).join(', ');
  await pool.query(`insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`, [
    JSON.stringify(rows),
  ]);
}

/** A typical record: mostly with an open place, a third with a photo, some with notes. */
export function draftOf(random: () => number, taxonIds: readonly number[]): ObservationDraft {
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

/** A version 4 UUID derived from the word. */
function uuidOf(word: string): string {
  const hex = createHash('sha256').update(word).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
