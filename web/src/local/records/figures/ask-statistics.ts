import { openUserDatabase } from '../../db/database';
import type { Figures } from './compute';
import { StatisticsEngine } from './engine';
import type { AnswerTo, StatisticsQuestion, StatisticsReply, StatisticsRequest } from './requests';

/** How long the records stay in memory after the last screen that shows statistics has closed. */
const KEEP_MS = 60_000;

interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
  onPartial: ((figures: Figures) => void) | undefined;
}

export interface AskOptions {
  signal: AbortSignal;
  /** Gets figures of the records read so far. */
  onPartial?: (figures: Figures) => void;
}

interface Statistics {
  ask<Q extends StatisticsQuestion>(userId: string, question: Q, options: AskOptions): Promise<AnswerTo<Q>>;
  end(): void;
}

const listeners = new Set<(userId: string) => void>();
let current: Statistics | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks about a person's records on this device, in a worker where there is one. Rejects when the signal aborts. */
export function askStatistics<Q extends StatisticsQuestion>(userId: string, question: Q, options: AskOptions): Promise<AnswerTo<Q>> {
  current ??= typeof Worker === 'undefined' ? onThisThread() : inWorker();
  return current.ask(userId, question, options);
}

/** Calls `listener` when records have changed that were asked about. The records are forgotten some time after the last one has ended. */
export function onStatisticsChange(listener: (userId: string) => void): () => void {
  clearTimeout(timer);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    timer = setTimeout(() => {
      current?.end();
      current = null;
    }, KEEP_MS);
  };
}

const tell = (userId: string) => {
  for (const listener of listeners) listener(userId);
};

function onThisThread(): Statistics {
  const engines = new Map<string, StatisticsEngine>();
  return {
    ask(userId, question, { signal, onPartial }) {
      let engine = engines.get(userId);
      if (!engine)
        engines.set(userId, (engine = new StatisticsEngine({ database: openUserDatabase(userId), onChange: () => tell(userId) })));
      return engine.answer(question, signal, onPartial);
    },
    end: () => engines.clear(),
  };
}

function inWorker(): Statistics {
  const worker = new Worker(new URL('../../../worker/statistics-worker.ts', import.meta.url), { type: 'module', name: 'statistics' });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const post = (request: StatisticsRequest) => worker.postMessage(request);
  worker.addEventListener('message', ({ data }: MessageEvent<StatisticsReply>) => {
    if ('changed' in data) return tell(data.changed);
    const one = waiting.get(data.id);
    if ('partial' in data) return one?.onPartial?.(data.partial);
    waiting.delete(data.id);
    if ('error' in data) one?.reject(data.error);
    else one?.resolve(data.answer);
  });
  const end = (error: unknown) => {
    worker.terminate();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.addEventListener('error', (event) => {
    // The next question starts a new worker.
    current = null;
    end(event.error ?? new Error('The statistics worker has failed'));
  });
  return {
    ask: (userId, question, { signal, onPartial }) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error);
        const id = ++last;
        waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject, onPartial });
        signal.addEventListener('abort', () => {
          if (!waiting.delete(id)) return;
          post({ cancel: id });
          reject(signal.reason as Error);
        });
        post({ id, userId, question });
      }),
    end: () => end(new Error('Statistics are no longer needed')),
  };
}
