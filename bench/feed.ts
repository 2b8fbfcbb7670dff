import { startVeld, type RunningVeld } from '../e2e/server.ts';
import { openDatabase } from '../server/src/db/open.ts';
import { fill, type Filled } from './api/fill.ts';
import { fillOut } from './api/heavy.ts';
import { embeddedUrl } from './embedded.ts';
import { measureFollows } from './feed/follows.ts';
import { type Measure, median, parseRunOptions, report, round, sized } from './report.ts';

/**
 * `npm run bench -- feed` measures two parts, or only the one that is named: `follows`, the feed of a person who follows many
 * (`--records n --follows n`; feed/follows.ts), and `large`.
 *
 * `large`: the public lists where records are as large as they can be: 8 kB of attributes, 10 kB of notes, 20 photos with captions, and 30
 * saves each; compared with the same number of typical records. The sides alternate, so that other load affects both.
 */
const RECORDS = sized(5000, 200);
const ROUNDS = sized(15, 4);
const PARALLEL = 20;
const MAX_TIME_RATIO = 2;
/** Two thirds of the typical records have no photo. */
const MAX_SIZE_RATIO = 2.5;
const PATHS = ['/api/feed', '/api/feed?limit=50', '/api/observations?limit=100'];

interface Side {
  veld: RunningVeld;
  filled: Filled;
}

const args = process.argv.slice(2);
const options = parseRunOptions(args);
const wants = (part: string) => !args.some((word) => ['follows', 'large'].includes(word)) || args.includes(part);
const numberOf = (name: string, standard: number) => (args.includes(name) ? Number(args[args.indexOf(name) + 1]) : standard);
const say = (line: string) => console.log(`bench  ${line}`);

async function start(isHeavy: boolean): Promise<Side> {
  const veld = await startVeld();
  const { pool, db } = openDatabase({ url: embeddedUrl(veld.dataDir), poolSize: 1 });
  await pool.query('set statement_timeout = 0');
  const filled = await fill(pool, RECORDS, options.seed);
  if (isHeavy) await fillOut(pool);
  await db.destroy();
  return { veld, filled };
}

/** Sends `PARALLEL` requests at once, each by another person. Returns milliseconds until the last response, and bytes of one. */
async function time({ veld, filled }: Side, path: string): Promise<{ ms: number; bytes: number }> {
  const from = performance.now();
  const sizes = await Promise.all(
    filled.tokens.slice(0, PARALLEL).map(async (token) => {
      const response = await fetch(veld.url + path, { headers: { authorization: `Bearer ${token}` } });
      if (!response.ok) throw new Error(`${path} returned ${response.status}`);
      return (await response.arrayBuffer()).byteLength;
    }),
  );
  return { ms: performance.now() - from, bytes: Math.max(...sizes) };
}

async function measureLarge(): Promise<Measure[]> {
  const rows: Measure[] = [];
  const sides: Side[] = [];
  try {
    for (const isHeavy of [false, true]) {
      say(`Inserting ${RECORDS.toLocaleString('en')} ${isHeavy ? 'large' : 'typical'} records ...`);
      sides.push(await start(isHeavy));
    }
    const [light, heavy] = sides as [Side, Side];
    for (const path of PATHS) {
      const ms: { light: number[]; heavy: number[] } = { light: [], heavy: [] };
      let bytes = { light: 0, heavy: 0 };
      for (let round = 0; round < ROUNDS; round++) {
        const typical = await time(light, path);
        const large = await time(heavy, path);
        // The first rounds warm up both servers.
        if (round < 3) continue;
        ms.light.push(typical.ms);
        ms.heavy.push(large.ms);
        bytes = { light: typical.bytes, heavy: large.bytes };
      }
      const add = (measure: string, veld: number, other: number, maxRatio: number) =>
        rows.push({
          measure: `GET ${path}: ${measure}`,
          at: `${RECORDS.toLocaleString('en')} records, ${PARALLEL} requests at once`,
          against: 'typical records',
          veld: round(veld, 1),
          other: round(other, 1),
          ratio: round(veld / other),
          target: `at most ${maxRatio}`,
          holds: veld / other <= maxRatio,
        });
      add('ms', median(ms.heavy), median(ms.light), MAX_TIME_RATIO);
      add('kB', bytes.heavy / 1000, bytes.light / 1000, MAX_SIZE_RATIO);
    }
  } finally {
    for (const { veld } of sides) await veld.remove();
  }
  return rows;
}

const follows = {
  records: numberOf('--records', sized(100_000, 500)),
  follows: numberOf('--follows', sized(5000, 50)),
  seed: options.seed,
};
report('feed', [...(wants('follows') ? await measureFollows(follows, say) : []), ...(wants('large') ? await measureLarge() : [])]);
