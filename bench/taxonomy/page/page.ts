import type { Answer, Ask, Timed } from './side';

/**
 * Starts the worker of the side named in the URL and passes requests to it. With `first` in the URL, runs that query at once
 * and records when it was answered.
 */
const address = new URLSearchParams(location.search);
const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: address.get('side') ?? '' });
const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
let last = 0;

worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; value?: unknown; error?: string }>) => {
  const caller = waiting.get(data.id);
  waiting.delete(data.id);
  if (data.error === undefined) caller?.resolve(data.value);
  else caller?.reject(new Error(data.error));
});
worker.addEventListener('error', (event) => {
  for (const { reject } of waiting.values()) reject(new Error(event.message || 'The worker stopped'));
});

function bench(ask: Ask): Promise<unknown> {
  return new Promise((resolve, reject) => {
    last++;
    waiting.set(last, { resolve, reject });
    worker.postMessage({ id: last, ask });
  });
}

/** Times queries in the page, from the request to the complete result, including the messages to and from the worker. */
async function benchFromPage(texts: readonly string[], limit: number): Promise<Timed> {
  const times: number[] = [];
  const found: number[][] = [];
  for (const text of texts) {
    const from = performance.now();
    const answers = (await bench({ what: 'query', text, limit })) as Answer[];
    times.push(performance.now() - from);
    found.push(answers.map(({ id }) => id));
  }
  return { times, found };
}

const text = address.get('first');
const first = text === null ? null : bench({ what: 'first', text }).then((found) => ({ found, at: performance.now() }));

Object.assign(globalThis, { bench, benchFromPage, first });
