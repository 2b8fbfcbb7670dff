import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVeld } from '../e2e/server.ts';
import { openDatabase } from '../server/src/db/open.ts';
import { fill } from './api/fill.ts';
import { embeddedUrl } from './embedded.ts';
import { type Measure, parseRunOptions, report, round, sized } from './report.ts';

/**
 * `npm run bench -- backup` measures how long it takes to make, to check and to restore a backup of a million records with their histories,
 * without photos, and how much memory the commands take; `--records n` another number.
 */
const args = process.argv.slice(2);
const { seed } = parseRunOptions(args);
const RECORDS = args.includes('--records') ? Number(args[args.indexOf('--records') + 1]) : sized(1_000_000, 2000);
const MAX_SECONDS = 600;
const MAX_MB = 500;

interface Cost {
  seconds: number;
  /** The most that the process took at any time; of the database not. */
  megabytes: number;
}

/** Runs a command as an operator does. */
async function measure(command: 'backup' | 'restore', given: string[], dataDir: string): Promise<Cost> {
  const from = performance.now();
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', BACKUP_PASSPHRASE: 'a passphrase of the benchmark' };
  const child = spawn(process.execPath, [join(import.meta.dirname, `../server/src/${command}.ts`), ...given], { env, stdio: 'inherit' });
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, readPeak(child.pid))), 20);
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return { seconds: (performance.now() - from) / 1000, megabytes: most / 1000 };
}

/** The most memory of a process so far, in kB; 0 where the system does not say. */
function readPeak(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function rowsFor(what: string, { seconds, megabytes }: Cost): Measure[] {
  const row = { at: `${RECORDS.toLocaleString('en')} records`, against: '-', other: null, ratio: null };
  return [
    { ...row, measure: `${what}, seconds`, veld: round(seconds, 1), target: `at most ${MAX_SECONDS}`, holds: seconds <= MAX_SECONDS },
    { ...row, measure: `${what}, MB of memory`, veld: round(megabytes, 0), target: `at most ${MAX_MB}`, holds: megabytes <= MAX_MB },
  ];
}

const veld = await startVeld();
const folder = await mkdtemp(join(tmpdir(), 'veld-bench-backup-'));
const path = join(folder, 'veld.tar');
// Not in the folder: root starts the database as another account, which cannot enter that.
const dataDir = await mkdtemp(join(tmpdir(), 'veld-bench-restored-'));
try {
  const { pool, db } = openDatabase({ url: embeddedUrl(veld.dataDir), poolSize: 1 });
  console.log(`bench  Inserting ${RECORDS.toLocaleString('en')} records ...`);
  await fill(pool, RECORDS, seed);
  await db.destroy();
  const rows = [
    ...rowsFor('back up', await measure('backup', [path], veld.dataDir)),
    ...rowsFor('check', await measure('backup', ['--check', path], veld.dataDir)),
    ...rowsFor('restore', await measure('restore', [path], dataDir)),
  ];
  console.log(`bench  The backup has ${round(statSync(path).size / 1e6, 1)} MB`);
  report('backup', rows);
} finally {
  for (const one of [folder, dataDir]) await rm(one, { recursive: true, force: true });
  await veld.remove();
}
