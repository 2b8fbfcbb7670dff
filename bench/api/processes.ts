import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Linux counts CPU time for programs in hundredths of a second. */
const MS_PER_TICK = 10;

/** User and system time of a process in milliseconds so far, the same as `process.cpuUsage()` in it; 0 if it has ended. */
export function measureCpu(pid: number): number {
  const fields = statOf(pid);
  return (fields.user + fields.system) * MS_PER_TICK;
}

/** CPU time of PostgreSQL in milliseconds so far: all processes of a cluster, also those that have ended. */
export function measureDatabaseCpu(postmaster: number): number {
  const all = [postmaster, ...childrenOf(postmaster)].map(statOf);
  return all.reduce((sum, { user, system, ended }) => sum + user + system + ended, 0) * MS_PER_TICK;
}

/** Physical memory of a process in MB. */
export function measureMemory(pid: number): number {
  return statusOf(pid, 'VmRSS');
}

/** Memory in MB that these processes do not share, so that the buffers of PostgreSQL do not count once per connection. */
export function measureOwnMemory(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + statusOf(pid, 'RssAnon'), 0);
}

/** Process id of the embedded PostgreSQL under a data folder. */
export function readPostmasterId(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Throws where the system does not tell the CPU time of other processes. */
export function requireProc(): void {
  if (!existsSync('/proc/self/stat')) throw new Error('This benchmark reads CPU times from /proc, so it runs on Linux only.');
}

function childrenOf(pid: number): number[] {
  return (read(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number);
}

function statOf(pid: number): { user: number; system: number; ended: number } {
  const text = read(`/proc/${pid}/stat`);
  // After the name, which may contain spaces: state, parent and ten more, then the times; the last two are of ended children.
  const [user, system, endedUser, endedSystem] = (
    text
      ?.slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15) ?? []
  ).map(Number);
  return { user: user ?? 0, system: system ?? 0, ended: (endedUser ?? 0) + (endedSystem ?? 0) };
}

function statusOf(pid: number, name: string): number {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(read(`/proc/${pid}/status`) ?? '')?.[1];
  return Number(kilobytes ?? 0) / 1000;
}

/** Null if the process has ended. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
