import { mapKey, obscuredCell } from '@veld/contract';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../../server/src/db/open.ts';
import { applyChanges } from '../../server/src/features/map/pyramid.ts';
import { IS_ON_MAP, MAP_ENTRY } from '../../server/src/features/observations/map-changes.ts';
import { wordsOfPoint } from '../../server/src/features/observations/place-words.ts';
import { dropIndexes, insert, speciesIn } from '../api/fill.ts';
import { seedRandom } from '../report.ts';

const PEOPLE = 1000;
const BATCH = 20_000;
/** Towns and reserves where people record, the first ones most. */
const CENTRES = 600;
/** The share of records that hide their place in a cell, and of those that hide it completely. */
const [OBSCURED, PRIVATE] = [0.11, 0.04];

interface Place {
  latitude: number;
  longitude: number;
}

/** Inserts people and `count` records all over the world into a migrated database, with a geometry for PostGIS, and counts the cells. */
export async function fillMap(pool: pg.Pool, db: Db, count: number, seed: number): Promise<void> {
  const random = seedRandom(seed);
  const client = await pool.connect();
  try {
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'; create temp sequence filling`);
    await insertPeople(client);
    const indexes = await dropIndexes(client);
    const taxa = [...(await speciesIn(client)).values()];
    const centres = centresOf(random);
    for (let from = 0; from < count; from += BATCH)
      await insertRecords(client, Math.min(BATCH, count - from), from / count, { random, taxa, centres });
    for (const definition of indexes) await client.query(definition);
    await client.query(INSERT_PHOTOS);
    await client.query('insert into owner_counters (user_id, seq) select user_id, max(owner_seq) from observations group by 1');
    await client.query('reset session_replication_role');
    await client.query('vacuum analyze observations');
  } finally {
    client.release();
  }
  await sql`insert into map_changes (map_key, is_obscured, shown_on, records) select ${MAP_ENTRY}, 1 from observations o where ${IS_ON_MAP}`.execute(
    db,
  );
  await applyChanges({ db });
  await pool.query('vacuum analyze');
}

/** A photo of every seventh record. */
const INSERT_PHOTOS = `
  insert into observation_media (observation_id, media_id, sha256, type, width, height, position)
  select id, id, id::text, 'image/jpeg', 3000, 2000, 0 from observations where owner_seq % 7 = 0;
  insert into media (id, photo_id, user_id, sha256, type, byte_length, width, height, state)
  select id, id, user_id, id::text, 'image/jpeg', 2500000, 3000, 2000, 'ready' from observations where owner_seq % 7 = 0`;

async function insertPeople(client: pg.PoolClient): Promise<void> {
  const people = Array.from({ length: PEOPLE }, (_, at) => {
    const email = `${at}@example.org`;
    const id = `00000000-0000-4000-a000-${String(at).padStart(12, '0')}`;
    return { id, name: `Person ${at}`, email, email_key: email, password_hash: '-' };
  });
  await insert(client, 'users', people);
}

function centresOf(random: () => number): (Place & { spread: number })[] {
  return Array.from({ length: CENTRES }, () => ({
    latitude: 65 - 110 * random() ** 1.5,
    longitude: random() * 350 - 175,
    spread: 0.02 + random() ** 3,
  }));
}

interface Drawing {
  random: () => number;
  taxa: readonly number[];
  centres: readonly (Place & { spread: number })[];
}

/** A place near a centre: more towards its middle. */
function placeOf({ random, centres }: Drawing): Place {
  const { latitude, longitude, spread } = centres[Math.floor(random() ** 2 * centres.length)]!;
  const [far, angle] = [spread * Math.sqrt(-Math.log(1 - random())), random() * 2 * Math.PI];
  return { latitude: latitude + far * Math.cos(angle), longitude: longitude + far * Math.sin(angle) };
}

async function insertRecords(client: pg.PoolClient, count: number, share: number, drawing: Drawing): Promise<void> {
  const { random, taxa } = drawing;
  const records = Array.from({ length: count }, () => {
    const place = placeOf(drawing);
    const dice = random();
    const geoprivacy = dice < OBSCURED ? 'obscured' : dice < OBSCURED + PRIVATE ? 'private' : 'open';
    const shown = geoprivacy === 'obscured' ? obscuredCell(place.latitude, place.longitude) : place;
    return { ...place, geoprivacy, shown: geoprivacy === 'private' ? null : shown, taxon: taxa[Math.floor(random() ** 3 * taxa.length)]! };
  });
  const words = JSON.stringify(wordsOfPoint(52.09, 5.12));
  await client.query(
    `insert into observations (id, user_id, version, owner_seq, taxon_id, latitude, longitude, geoprivacy, public_latitude, public_longitude,
       map_key, geom, observed_on, observed_from, observed_to, observed_time, time_zone, coordinate_uncertainty_m, location_source, count,
       count_type, notes, license, country_code, public_country_code, place, public_place, created_at, updated_at, listed_at, life_stage, sex,
       attributes, quality, public_uncertainty_m)
     select gen_random_uuid(), ('00000000-0000-4000-a000-' || lpad(floor(random() * ${PEOPLE})::text, 12, '0'))::uuid, 1,
       nextval('filling'), taxon, lat, lng, geoprivacy, shown_lat, shown_lng, key,
       ST_Transform(ST_SetSRID(ST_MakePoint(shown_lng, shown_lat), 4326), 3857),
       day::text, day, day, '06:40', 'Europe/Amsterdam', 12, 'gps', 2, 'exact', 'On the post by the weir',
       case when random() < 0.02 then 'CC0-1.0' else 'CC-BY-4.0' end, 'NL', 'NL', $8, $8, saved, saved, saved,
       case when dice < 0.3 then 'adult' when dice < 0.33 then 'larva' when dice < 0.33005 then 'pupa' end,
       case when dice < 0.1 then 'female' when dice < 0.25 then 'male' end,
       case when dice < 0.02 then '{"breeding_code": "A2"}' when dice < 0.0201 then '{"breeding_code": "C12"}'
         when dice > 0.999 then '{"wildness": "planted"}' else '{}' end::jsonb,
       case when dice between 0.2 and 0.6 then 'confirmed' when dice > 0.9 then 'casual' else 'needs_id' end,
       case when geoprivacy = 'open' then case when dice < 0.0001 then 1 else 12 end end
     from (
       select *, random() as dice, now() - interval '400 days' + ${share} * interval '398 days' as saved, ('2023-01-01'::date + floor(random() * 1000)::integer) as day
       from unnest($1::integer[], $2::double precision[], $3::double precision[], $4::text[], $5::double precision[],
         $6::double precision[], $7::bigint[]) as r(taxon, lat, lng, geoprivacy, shown_lat, shown_lng, key)
     ) drawn`,
    [
      records.map(({ taxon }) => taxon),
      records.map(({ latitude }) => latitude),
      records.map(({ longitude }) => longitude),
      records.map(({ geoprivacy }) => geoprivacy),
      records.map(({ shown }) => shown?.latitude ?? null),
      records.map(({ shown }) => shown?.longitude ?? null),
      records.map(({ shown }) => shown && mapKey(shown.latitude, shown.longitude)),
      words,
    ],
  );
}
