import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Sends SIGKILL to every process whose command line or working directory contains the path of the profile. */
export function killProfileProcesses(profile: string): void {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const doomed = pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profile) || readlinkSync(`/proc/${pid}/cwd`).includes(profile);
    } catch {
      return false;
    }
  });
  for (const pid of doomed) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has already exited.
    }
  }
}
