import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startVeld } from '../e2e/server.ts';
import { type Measure, median, parseRunOptions, report, round, sized } from './report.ts';

/** The time from the start of the process until it is ready, on an empty and on an existing data folder, and its idle memory. */
const IDLE_MS = sized(15_000, 200);
const LATER_SECONDS = 5;
const KILLS = sized(3, 1);

const options = parseRunOptions(process.argv.slice(2));
const later = options.isLong ? 20 : sized(5, 1);
const rows: Measure[] = [];

const began = performance.now();
const veld = await startVeld();
try {
  rows.push(row('first start to ready, s', 'empty data folder', (performance.now() - began) / 1000));
  const times: number[] = [];
  for (let count = 0; count < later; count++) {
    await veld.stop();
    const from = performance.now();
    await veld.start();
    times.push((performance.now() - from) / 1000);
  }
  rows.push(row('later start to ready, s: median', `${later} starts`, median(times)));
  const worst = Math.max(...times);
  rows.push({
    ...row('later start to ready, s: longest', `${later} starts`, worst),
    target: `at most ${LATER_SECONDS}`,
    holds: worst <= LATER_SECONDS,
  });
  const killed: number[] = [];
  for (let count = 0; count < KILLS; count++) {
    await veld.kill({ isDatabaseToo: true });
    const from = performance.now();
    await veld.start();
    killed.push((performance.now() - from) / 1000);
  }
  const worstKilled = Math.max(...killed);
  rows.push({
    ...row('start after SIGKILL of all, s: longest', `${KILLS} starts`, worstKilled),
    target: `at most ${LATER_SECONDS}`,
    holds: worstKilled <= LATER_SECONDS,
  });
  if (existsSync('/proc/self/smaps_rollup')) {
    await sleep(IDLE_MS);
    const postmaster = Number(readFileSync(join(veld.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
    const server = parentOf(postmaster);
    const database = [postmaster, ...childrenOf(postmaster)];
    const at = `${IDLE_MS / 1000} s after ready`;
    rows.push(row('idle memory of the server, MiB', at, memory([server], 'Rss')));
    rows.push(
      row(`idle memory of ${database.length} PostgreSQL processes, MiB`, `${at}, shared pages counted in each`, memory(database, 'Rss')),
    );
    rows.push(row('idle memory of all, MiB', `${at}, shared pages counted once`, memory([server, ...database], 'Pss')));
  }
} finally {
  await veld.remove();
}
report('start', rows);

function row(measure: string, at: string, value: number): Measure {
  return { measure, at, against: '', veld: round(value), other: null, ratio: null, target: '', holds: true };
}

function parentOf(pid: number): number {
  // The name in brackets may contain spaces, so the fields are counted after it.
  return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]);
}

function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids.filter((child) => {
    try {
      return parentOf(child) === pid;
    } catch {
      // It has just exited.
      return false;
    }
  });
}

/** Memory of processes in MiB. `Rss` counts shared pages in each process, `Pss` divides them among the processes. */
function memory(pids: number[], kind: 'Rss' | 'Pss'): number {
  const kib = pids.map((pid) =>
    Number(new RegExp(`^${kind}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]),
  );
  return kib.reduce((sum, value) => sum + value, 0) / 1024;
}
