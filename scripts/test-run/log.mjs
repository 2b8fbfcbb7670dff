// The log of a test run: one JSON object a line, written as things happen, so that a run that is cut off can still be read.
// Plain JavaScript without dependencies: the test command reads it on the host's Node.
//
//   {"event":"planned","file":"web/src/a.test.ts","project":"web"}      a file (Vitest) or a test (Playwright) that will run
//   {"event":"started", ...}
//   {"event":"test","file":...,"project":...,"name":"...","state":"passed"|"failed"|"skipped","ms":12,"errors":["..."]}
//   {"event":"finished","file":...,"project":...,"state":...,"ms":340,"errors":["..."]}
//   {"event":"end","state":"passed"|"failed"|"interrupted","errors":["..."]}
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Starts a new log file. The function it returns appends one event; the write is synchronous, so a killed process loses nothing. */
export function startLog(path) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  return (event) => appendFileSync(path, `${JSON.stringify(event)}\n`);
}

/** How many characters of an error are kept: enough to tell its cause where the rest of the output is lost. */
const REASON = 500;

/** An error of a test in one line, without colours. */
export function formatReason({ message = 'unknown error' }) {
  const line = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim();
  return line.length > REASON ? `${line.slice(0, REASON)} ...` : line;
}

/**
 * Summarises a log: counts of tests, failures, the time of each file in milliseconds, what was running or never started, and whether
 * the run ended. Errors outside of tests count as failed. A missing file is an empty run that did not end.
 */
export function readLog(path) {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return summarise(text.split('\n').flatMap(parseLine));
}

/** The last line of a killed run may be incomplete. */
function parseLine(line) {
  if (line === '') return [];
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

const keyOf = ({ project, file, name }) => [project, file, name].filter(Boolean).join(' > ');

function summarise(events) {
  const summary = { passed: 0, failed: 0, skipped: 0, failures: [], times: [], underWay: [], notStarted: [], hasEnded: false };
  const open = new Map();
  for (const event of events) {
    const { event: kind, state, errors = [] } = event;
    const key = keyOf(event);
    if (kind === 'planned') open.set(key, 'planned');
    if (kind === 'started') open.set(key, 'started');
    if (kind === 'test') {
      summary[state] += 1;
      if (state === 'failed') summary.failures.push([key, ...errors].join(': '));
    }
    if (kind === 'test' || kind === 'finished') {
      if (open.delete(key)) summary.times.push({ project: event.project, file: event.file, ms: event.ms });
    }
    if (kind === 'finished' && errors.length > 0) {
      // A file that cannot be loaded has no failed test of its own.
      summary.failed += 1;
      summary.failures.push(`${key}: ${errors[0]}`);
    }
    if (kind === 'end') {
      summary.hasEnded = state !== 'interrupted';
      summary.failed += errors.length;
      summary.failures.push(...errors);
    }
  }
  for (const [key, state] of open) summary[state === 'started' ? 'underWay' : 'notStarted'].push(key);
  return summary;
}
