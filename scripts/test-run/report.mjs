import { say } from '../processes.mjs';

const SHOWN = 20;

/** Prints what was running and what never started when a run ended too early. Returns whether it did. */
export function printUnfinished(name, { hasEnded, underWay, notStarted }) {
  if (hasEnded && underWay.length === 0 && notStarted.length === 0) return false;
  say(`The run of ${name} did not reach its end.`);
  for (const [state, all] of [
    ['under way when it ended', underWay],
    ['not run', notStarted],
  ]) {
    for (const key of all.slice(0, SHOWN)) say(`  ${state}: ${key}`);
    if (all.length > SHOWN) say(`  ${state}: ${all.length - SHOWN} more`);
  }
  return true;
}

/** Prints the time of each project and the slowest files, in seconds of work (files run at the same time). */
export function printTimes({ times }) {
  const byProject = new Map();
  const byFile = new Map();
  for (const { project, file, ms } of times) {
    byProject.set(project, (byProject.get(project) ?? 0) + ms);
    byFile.set(`${project} > ${file}`, (byFile.get(`${project} > ${file}`) ?? 0) + ms);
  }
  for (const all of [byProject, byFile]) {
    const rows = [...all].toSorted(([, one], [, two]) => two - one).slice(0, SHOWN);
    for (const [key, ms] of rows) say(`${(ms / 1000).toFixed(1).padStart(7)} s  ${key}`);
  }
}
