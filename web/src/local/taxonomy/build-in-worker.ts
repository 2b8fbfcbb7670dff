import { type BuildOrder, type BuildReply, type BuiltCopy, buildOnThisThread, type CopyBuild } from './build-copy';
import { TaxonomyDatabase } from './database';

/** Builds the index of a copy in a separate worker, so that the page never waits and the memory is freed afterwards. */
export function buildInWorker(copy: string, pages: number): CopyBuild {
  if (typeof Worker === 'undefined') return buildWithOwnDatabase(copy, pages);
  const worker = new Worker(new URL('../../worker/taxonomy-build-worker.ts', import.meta.url), { type: 'module', name: 'taxonomy-build' });
  const send = (order: BuildOrder) => worker.postMessage(order);
  const built = new Promise<BuiltCopy>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<BuildReply>) => {
      if (data.ok) resolve(data.built);
      else reject(new Error(data.error));
    });
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'The taxonomy worker stopped')));
  });
  // `finish` reports the error.
  built.catch(() => {});
  send({ what: 'begin', copy, pages });
  return {
    add: (chunks) => send({ what: 'add', chunks: chunks.map(({ number, bytes }) => ({ number, bytes })) }),
    finish() {
      send({ what: 'finish' });
      return built;
    },
    stop: () => worker.terminate(),
  };
}

function buildWithOwnDatabase(copy: string, pages: number): CopyBuild {
  const db = new TaxonomyDatabase();
  return { ...buildOnThisThread(db, copy, pages), stop: () => db.close() };
}
