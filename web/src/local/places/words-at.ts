import type { PlaceInWords } from '@veld/contract';
import type { Point, WordsReply, WordsRequest } from './requests';

type Ask = (point: Point) => Promise<PlaceInWords | null>;

let ask: Ask | null = null;

/**
 * The words for a point in degrees, in no language, found on the device without the network (decision 0037). Null as long as the
 * gazetteer is not on the device. A worker reads it, so that the page never waits.
 */
export function wordsAt({ latitude, longitude }: Point): Promise<PlaceInWords | null> {
  ask ??= typeof Worker === 'undefined' ? askOnThisThread : askWorker();
  return ask({ latitude, longitude });
}

const askOnThisThread: Ask = async (point) => {
  const { wordsOfPoint } = await import('./answer-words');
  return wordsOfPoint(point).catch(() => null);
};

function askWorker(): Ask {
  const worker = new Worker(new URL('../../worker/places-worker.ts', import.meta.url), { type: 'module', name: 'places' });
  const waiting = new Map<number, (words: PlaceInWords | null) => void>();
  let last = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<WordsReply>) => {
    waiting.get(data.id)?.(data.words);
    waiting.delete(data.id);
  });
  worker.addEventListener('error', () => {
    for (const resolve of waiting.values()) resolve(null);
    worker.terminate();
    // The next question starts a new worker.
    ask = null;
  });
  return (point) =>
    new Promise((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      worker.postMessage({ id, point } satisfies WordsRequest);
    });
}
