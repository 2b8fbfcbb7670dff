import { openUserDatabase } from '../local/db/database';
import { StatisticsEngine } from '../local/records/figures/engine';
import type { StatisticsReply, StatisticsRequest } from '../local/records/figures/requests';

/** Reads and counts the records of a person off the main thread, so that the screen stays fluid with 100,000 of them. */
const engines = new Map<string, StatisticsEngine>();
const running = new Map<number, AbortController>();

self.addEventListener('message', ({ data }: MessageEvent<StatisticsRequest>) => {
  if ('cancel' in data) {
    running.get(data.cancel)?.abort();
    running.delete(data.cancel);
    return;
  }
  const { id, userId, question } = data;
  const stop = new AbortController();
  running.set(id, stop);
  engineOf(userId)
    .answer(question, stop.signal, (partial) => post({ id, partial }))
    .then(
      (answer) => post({ id, answer }),
      (error: unknown) => {
        if (!stop.signal.aborted) post({ id, error: error instanceof Error ? error : new Error(String(error)) });
      },
    )
    .finally(() => running.delete(id));
});

function engineOf(userId: string): StatisticsEngine {
  let engine = engines.get(userId);
  if (!engine) {
    engine = new StatisticsEngine({ database: openUserDatabase(userId), onChange: () => post({ changed: userId }) });
    engines.set(userId, engine);
  }
  return engine;
}

function post(message: StatisticsReply): void {
  self.postMessage(message);
}
