// Printing, the project's environment and child processes. Plain JavaScript without dependencies: it runs on the host's Node
// before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export function say(line) {
  console.log(`veld  ${line}`);
}

/** Prints one line and exits with code 1. */
export function stop(line) {
  console.error(`veld  ${line}`);
  process.exit(1);
}

/** The environment with the project's own Node 24 and tools first in PATH. */
export function environment(more = {}) {
  return { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`, ...more };
}

/** Whether the command is in PATH. */
export function has(command) {
  return spawnSync(process.platform === 'win32' ? 'where' : 'which', [command], { stdio: 'ignore' }).status === 0;
}

const running = new Set();

/** Sends a signal to every process started by `run` that has not exited. */
export function signalChildren(signal) {
  for (const child of running) child.kill(signal);
}

/**
 * Runs a command until it exits. With `keep` its output is collected instead of printed. A process that ends by a signal or
 * cannot be started counts as failed.
 */
export function run(command, args, { env = environment(), cwd = root, keep = false } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', keep ? 'pipe' : 'inherit', keep ? 'pipe' : 'inherit'] });
    running.add(child);
    let output = '';
    if (keep) {
      child.stdout.on('data', (chunk) => (output += chunk));
      child.stderr.on('data', (chunk) => (output += chunk));
    }
    const end = (code, signal, more = '') => {
      running.delete(child);
      done({ code: signal ? 1 : code, signal, output: output + more });
    };
    child.on('error', (error) => end(127, null, error.message));
    child.on('close', (code, signal) => end(code, signal));
  });
}
