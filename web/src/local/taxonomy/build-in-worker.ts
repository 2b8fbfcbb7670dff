import { type BuildReply, type BuiltCopy, buildCopy } from './build-copy';
import { TaxonomyDatabase } from './database';

/** Makes the index of a stored copy in a worker of its own, so that the page never waits and its memory stays its own. */
export async function buildInWorker(copy: string): Promise<BuiltCopy> {
  if (typeof Worker === 'undefined') return buildHere(copy);
  const worker = new Worker(new URL('../../worker/taxonomy-build-worker.ts', import.meta.url), { type: 'module', name: 'taxonomy-build' });
  try {
    return await new Promise<BuiltCopy>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<BuildReply>) => {
        if (data.ok) resolve(data.built);
        else reject(new Error(data.error));
      });
      worker.addEventListener('error', (event) => reject(new Error(event.message || 'The taxonomy worker stopped')));
      worker.postMessage(copy);
    });
  } finally {
    worker.terminate();
  }
}

async function buildHere(copy: string): Promise<BuiltCopy> {
  const db = new TaxonomyDatabase();
  try {
    return await buildCopy(db, copy);
  } finally {
    db.close();
  }
}
