import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { JourneyTrim, TrackFault } from '@veld/contract';
import type { Box } from '@veld/geometry';

export interface TrackInput {
  /** The points, as they are stored. */
  blocks: readonly Uint8Array[];
  trim: JourneyTrim | null;
  /** What to share of it; null for nothing. */
  shared: { sharing: 'cells' | 'full'; areas: readonly Box[] } | null;
}

export interface Measured {
  /** Of the whole track within its trim; null if it took too long. */
  distance_m: number | null;
  /** What others see, as JSON: a `SharedTrack`. */
  track: string | null;
  /** The length of what others see, in metres. */
  shared_m: number;
  fault: TrackFault | null;
}

const TIME_LIMIT_MS = 60_000;
/** A track of the most points needs about 250 MB. */
const MAX_MEMORY_MB = 600;

/**
 * Measures a track, and computes what others see of it, in a thread of its own: this may take seconds, in which the server answers.
 * A track that takes longer than the limit, or too much memory, has a fault.
 */
export function measureTrack(input: TrackInput, timeLimitMs = TIME_LIMIT_MS): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(join(import.meta.dirname, 'measure-thread.ts'), {
      workerData: input,
      // It needs none of the server's settings.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    const faulty = (fault: TrackFault): void => resolve({ distance_m: null, track: null, shared_m: 0, fault });
    const timeout = setTimeout(() => {
      faulty('too_slow');
      void thread.terminate();
    }, timeLimitMs);
    thread.once('message', (measured: Measured) => resolve(measured));
    thread.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') faulty('too_large');
      else reject(error);
    });
    thread.once('exit', (code) => {
      clearTimeout(timeout);
      reject(new Error(`the thread that measures tracks ended with ${code}`));
    });
  });
}
