import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { cellsAround, coarsened, encodeTable, FREQUENCY_DETAILS, frequencyCell, FrequencyIndex, writePack, readPack } from '@veld/contract';
import { sql } from 'kysely';
import type pg from 'pg';
import { startEmbedded } from '../../server/src/db/embedded.ts';
import { type Db, openDatabase } from '../../server/src/db/open.ts';
import { makePack, refreshFrequencies } from '../../server/src/features/frequencies/build.ts';
import { readTable } from '../../server/src/features/frequencies/store.ts';
import { prepareDatabase } from '../../server/src/prepare.ts';
import { type Measure, median, type Options, seedRandom, round } from '../report.ts';
import { fillCountry, RECORDS, SPECIES } from './fill.ts';

const MAX_BYTES = 300_000;
const MIN_FASTER = 10;
const MAX_BUILD_RATIO = 4;
const AT = `${SPECIES.toLocaleString('en')} species, ${RECORDS / 1000}k records`;

interface Question {
  latitude: number;
  longitude: number;
  /** YYYY-MM-DD */
  day: string;
}

/** The frequency pack of a country: size, accuracy, and times compared with a plain GROUP BY on the same records. */
export async function measureFrequencies({ isLong, seed }: Options, say: (line: string) => void): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'veld-bench-species-'));
  const embedded = await startEmbedded(folder);
  try {
    await prepareDatabase(embedded.url, { hasServerRole: false });
    const { db, pool } = openDatabase({ url: embedded.url, poolSize: 4, maxWaitMs: 600_000 });
    try {
      say(`Inserting ${RECORDS.toLocaleString('en')} records ...`);
      await fillCountry(pool, seed);
      return await measure(db, pool, { rounds: isLong ? 5 : 3, questions: isLong ? 300 : 100, seed });
    } finally {
      await db.destroy();
    }
  } finally {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(db: Db, pool: pg.Pool, plan: { rounds: number; questions: number; seed: number }): Promise<Measure[]> {
  const rows = await buildTimes(db, pool, plan.rounds);
  const table = await readTable(db, 'NL');
  const questions = await questionsOf(pool, plan.questions, plan.seed);
  const raw = [];
  const rawTimes: number[] = [];
  for (const question of questions) {
    const began = performance.now();
    raw.push(await groupedLists(pool, question));
    rawTimes.push(performance.now() - began);
  }
  for (const detail of FREQUENCY_DETAILS) {
    const bytes = encodeTable(coarsened(table, detail));
    const packed = (await promisify(brotliCompress)(bytes)).length;
    const target = detail === 'week' ? `at most ${MAX_BYTES / 1000} kB` : 'none';
    rows.push(row(`pack by ${detail} in kB`, '', packed / 1000, null, target, detail !== 'week' || packed <= MAX_BYTES));
    const index = new FrequencyIndex(readPack(writePack('-'.repeat(22), bytes)).table);
    const error = errorOf(index, questions, raw);
    rows.push(
      row(
        `error of lists by ${detail}, share`,
        'GROUP BY',
        error,
        null,
        detail === 'year' ? 'none' : '0',
        detail === 'year' || error === 0,
      ),
    );
  }
  const { bytes } = await makePack(table);
  const began = performance.now();
  const index = new FrequencyIndex(readPack(bytes).table);
  rows.push(row('reading a pack in ms', '', performance.now() - began, null, 'none', true));
  const times = questions.map((question) => {
    const from = performance.now();
    index.likely(question, question.day);
    return performance.now() - from;
  });
  const [ours, theirs] = [median(times), median(rawTimes)];
  rows.push(row('what is likely, ms', 'GROUP BY', ours, theirs, `at least ${MIN_FASTER} times faster`, theirs / ours >= MIN_FASTER));
  return rows;
}

function row(measure: string, against: string, veld: number, other: number | null, target: string, holds: boolean): Measure {
  const ratio = other === null ? null : round(other / veld);
  return { measure, at: AT, against, veld: round(veld, 3), other: other === null ? null : round(other, 3), ratio, target, holds };
}

/** Counting, packing and storing a country, by turns with the counting alone as plain SQL. */
async function buildTimes(db: Db, pool: pg.Pool, rounds: number): Promise<Measure[]> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < rounds; turn++) {
    for (const table of ['frequency_countries', 'frequency_packs', 'frequencies']) await sql`delete from ${sql.table(table)}`.execute(db);
    let began = performance.now();
    await refreshFrequencies({ db, now: () => new Date() });
    ours.push(performance.now() - began);
    began = performance.now();
    await pool.query(
      `select taxon_id, map_key >> 32, extract(month from observed_from), least(3, (extract(day from observed_from)::integer - 1) / 7),
         count(*), count(distinct (user_id, observed_from)), count(distinct user_id)
       from observations where public_country_code = 'NL' and geoprivacy = 'open' group by 1, 2, 3, 4`,
    );
    theirs.push(performance.now() - began);
  }
  const [build, plain] = [median(ours), median(theirs)];
  const measure = row(
    'counting and packing, ms',
    'GROUP BY',
    build,
    plain,
    `at most ${MAX_BUILD_RATIO} times`,
    build / plain <= MAX_BUILD_RATIO,
  );
  return [{ ...measure, ratio: round(build / plain) }];
}

/** Places of records, each on a random day. */
async function questionsOf(pool: pg.Pool, count: number, seed: number): Promise<Question[]> {
  const random = seedRandom(seed);
  const { rows } = await pool.query<{ latitude: number; longitude: number }>(
    'select latitude, longitude from observations order by owner_seq limit $1 offset 1000',
    [count * 40],
  );
  return Array.from({ length: count }, () => {
    const { latitude, longitude } = rows[Math.floor(random() * rows.length)]!;
    return { latitude, longitude, day: new Date(Date.UTC(2026, 0, 1 + Math.floor(random() * 365))).toISOString().slice(0, 10) };
  });
}

interface Raw {
  of: number;
  lists: Map<number, number>;
}

/** The lists of each species in the month, in the cell of the place and those around it, from the records themselves. */
async function groupedLists(pool: pg.Pool, { latitude, longitude, day }: Question): Promise<Raw> {
  const cells = cellsAround(frequencyCell(latitude, longitude));
  const { rows } = await pool.query<{ taxon_id: number | null; lists: string }>(
    `select taxon_id, count(distinct (user_id, observed_from, map_key >> 32)) as lists
     from unnest($1::bigint[]) as c (cell) join observations on map_key >= cell << 32 and map_key < (cell + 1) << 32
     where deleted_at is null and geoprivacy = 'open' and extract(month from observed_from) = $2
     group by grouping sets ((taxon_id), ())`,
    [cells, Number(day.slice(5, 7))],
  );
  const lists = new Map(rows.flatMap((one) => (one.taxon_id === null ? [] : [[one.taxon_id, Number(one.lists)] as const])));
  return { of: Number(rows.find((one) => one.taxon_id === null)!.lists), lists };
}

/** How much the lists of species differ from the raw ones, as a share of these; only where the pack answers for the place. */
function errorOf(index: FrequencyIndex, questions: readonly Question[], raw: readonly Raw[]): number {
  let [difference, total] = [0, 0];
  for (const [at, question] of questions.entries()) {
    const found = index.likely(question, question.day);
    if (found?.area !== 'near') continue;
    const { of, lists } = raw[at]!;
    difference += Math.abs(found.of - of);
    const ours = new Map(found.species.map((one) => [one.taxon_id, one.lists]));
    for (const taxon of new Set([...ours.keys(), ...lists.keys()])) {
      difference += Math.abs((ours.get(taxon) ?? 0) - (lists.get(taxon) ?? 0));
      total += lists.get(taxon) ?? 0;
    }
  }
  return total === 0 ? 1 : difference / total;
}
