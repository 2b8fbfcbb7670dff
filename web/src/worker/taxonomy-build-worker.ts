import { buildOnThisThread, type BuildOrder, type BuildReply, type CopyBuild } from '../local/taxonomy/build-copy';
import { finishWithFile } from '../local/taxonomy/copy-file';
import { TaxonomyDatabase } from '../local/taxonomy/database';

/** Builds the index of a taxonomy copy from its pages. Replies once; the starter terminates it. */
const db = new TaxonomyDatabase();
let copy = '';
let build: CopyBuild | null = null;

self.addEventListener('message', ({ data: order }: MessageEvent<BuildOrder>) => {
  switch (order.what) {
    case 'begin':
      ({ copy } = order);
      build = buildOnThisThread(db, copy, order.pages);
      return;
    case 'add':
      build?.add(order.chunks);
      return;
    case 'finish':
      if (build === null) return;
      finishWithFile(db, copy, build).then(
        (built) => reply({ ok: true, built }),
        (error: unknown) => reply({ ok: false, error: error instanceof Error ? error.message : String(error) }),
      );
  }
});

function reply(message: BuildReply): void {
  self.postMessage(message);
}
