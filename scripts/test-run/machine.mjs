// How much slower this machine is than the one the tests' limits were set for. Plain JavaScript without dependencies.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Milliseconds that the workload takes on the reference machine (two cores of a small server, otherwise idle). */
const REFERENCE_MS = 200;
const ROUNDS = 2;

/** A fixed amount of integer work; the same on every version of Node. */
const WORKLOAD = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', () => {
    let state = 1;
    for (let step = 0; step < 150_000_000; step++) state = (Math.imul(state, 1664525) + 1013904223) | 0;
    parentPort.postMessage(state);
  });
`;

/**
 * Measures the machine with the workload on two threads at once (on one where there is only one core), so that other
 * processes count too. Returns a factor of at least 1 by which every time limit is multiplied.
 */
export async function measureMachineFactor() {
  const workers = Array.from({ length: Math.min(2, availableParallelism()) }, () => new Worker(WORKLOAD, { eval: true }));
  const once = (worker) =>
    new Promise((done, fail) => {
      worker.once('message', done);
      worker.once('error', fail);
      worker.postMessage(null);
    });
  const times = [];
  // The first round also starts the threads and compiles the loop.
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now();
    await Promise.all(workers.map(once));
    if (round > 0) times.push(performance.now() - began);
  }
  await Promise.all(workers.map((worker) => worker.terminate()));
  return toFactor(Math.max(...times));
}

/** Rounds up to a tenth, so that small differences between runs do not show. */
export function toFactor(milliseconds) {
  return Math.max(1, Math.ceil((milliseconds / REFERENCE_MS) * 10) / 10);
}

/** The factor that the test command passes in VELD_MACHINE_FACTOR; 1 without a valid value. */
export function machineFactor(value = process.env.VELD_MACHINE_FACTOR) {
  const factor = Number(value);
  return factor >= 1 && Number.isFinite(factor) ? factor : 1;
}
