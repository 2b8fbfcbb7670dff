import { mapKey } from '@veld/contract';
import type pg from 'pg';
import { insert } from '../api/fill.ts';
import { seedRandom, sized } from '../report.ts';

export const SPECIES = sized(1000, 50);
export const RECORDS = sized(100_000, 3000);
const PEOPLE = 500;
/** Towns and reserves of the Netherlands where people go, the first ones most. */
const CENTRES = 80;
const FIRST_TAXON = 2_000_001;
const BATCH = 10_000;
const DAYS = 365;

/** Inserts 1,000 species with seasons of their own, and lists of people with 100,000 open records of them, into a migrated database. */
export async function fillCountry(pool: pg.Pool, seed: number): Promise<void> {
  const random = seedRandom(seed);
  const taxa = Array.from({ length: SPECIES }, (_, at) => ({
    id: FIRST_TAXON + at,
    source: 'bench',
    source_id: String(at),
    scientific_name: `Species ${at}`,
    display_name: `Species ${at}`,
    rank: 'species',
    taxon_group: 'bird',
    rarity_class: 3,
    arrival: at,
    external_observation_count: 0,
    is_deleted: false,
    updated_seq: 1,
    observation_count: 0,
  }));
  await insert(
    pool,
    'taxa',
    taxa.map((taxon) => ({ ...taxon })),
  );
  await pool.query(
    `insert into users (id, name, email, email_key, password_hash)
     select ('00000000-0000-4000-a000-' || lpad(n::text, 12, '0'))::uuid, 'Person ' || n, n || '@example.org', n || '@example.org', '-'
     from generate_series(0, ${PEOPLE - 1}) n`,
  );
  const world = { random, seasons: seasonsOf(random), centres: centresOf(random) };
  let records: PastRecord[] = [];
  for (let left = RECORDS, seq = 0; left > 0;) {
    const list = listOf(world).slice(0, left);
    left -= list.length;
    for (const sighting of list) records.push({ ...sighting, seq: ++seq });
    if (records.length < BATCH && left > 0) continue;
    await insertRecords(pool, records);
    records = [];
  }
  await pool.query('vacuum analyze');
}

/** The day of the year around which a species is found, and for how many days; null for all year. */
type Season = { peak: number; width: number } | null;

function seasonsOf(random: () => number): Season[] {
  return Array.from({ length: SPECIES }, () => (random() < 0.2 ? null : { peak: random() * DAYS, width: 15 + random() * 60 }));
}

interface World {
  random: () => number;
  seasons: readonly Season[];
  centres: readonly { latitude: number; longitude: number; habitat: number }[];
}

function centresOf(random: () => number): World['centres'] {
  return Array.from({ length: CENTRES }, () => ({ latitude: 50.9 + random() * 2.5, longitude: 4 + random() * 2.9, habitat: random() }));
}

interface PastRecord {
  taxon: number;
  person: number;
  day: string;
  latitude: number;
  longitude: number;
  seq?: number;
}

/** What a person finds at a place on a day: up to 25 species that are there at that time of year, commoner ones more often. */
function listOf({ random, seasons, centres }: World): PastRecord[] {
  const centre = centres[Math.floor(random() ** 2 * CENTRES)]!;
  const person = Math.floor(random() ** 2 * PEOPLE);
  // More lists in spring and summer.
  const dayOfYear = Math.floor((random() + random()) * 0.5 * DAYS);
  const day = new Date(Date.UTC(2015 + Math.floor(random() * 11), 0, 1 + dayOfYear)).toISOString().slice(0, 10);
  const [latitude, longitude] = [centre.latitude + (random() - 0.5) * 0.1, centre.longitude + (random() - 0.5) * 0.15];
  const found = new Set<number>();
  for (let tries = 1 + Math.floor(random() * 60); tries > 0 && found.size < 25; tries--) {
    const species = Math.floor(random() ** 2.5 * SPECIES);
    const season = seasons[species] ?? null;
    const apart = season && Math.min(Math.abs(dayOfYear - season.peak), DAYS - Math.abs(dayOfYear - season.peak));
    // A third of the species live in part of the habitats only.
    const isHere = species % 3 !== 0 || Math.abs(centre.habitat - (species % 100) / 100) < 0.3;
    if (isHere && (season === null || apart! < season.width)) found.add(species);
  }
  return [...found].map((species) => ({ taxon: FIRST_TAXON + species, person, day, latitude, longitude }));
}

async function insertRecords(pool: pg.Pool, records: readonly PastRecord[]): Promise<void> {
  await pool.query(
    `insert into observations (id, user_id, version, owner_seq, taxon_id, latitude, longitude, geoprivacy, public_latitude, public_longitude,
       map_key, observed_on, observed_from, observed_to, country_code, public_country_code)
     select gen_random_uuid(), ('00000000-0000-4000-a000-' || lpad(person::text, 12, '0'))::uuid, 1, seq, taxon, lat, lng, 'open', lat, lng,
       key, day, day::date, day::date, 'NL', 'NL'
     from unnest($1::integer[], $2::integer[], $3::text[], $4::double precision[], $5::double precision[], $6::bigint[], $7::integer[])
       as r(taxon, person, day, lat, lng, key, seq)`,
    [
      records.map(({ taxon }) => taxon),
      records.map(({ person }) => person),
      records.map(({ day }) => day),
      records.map(({ latitude }) => latitude),
      records.map(({ longitude }) => longitude),
      records.map(({ latitude, longitude }) => mapKey(latitude, longitude)),
      records.map(({ seq }) => seq),
    ],
  );
}
