import { buildOnThisThread, type BuildOrder, type BuildReply, type CopyBuild } from '../local/taxonomy/build-copy';
import { finishWithFile } from '../local/taxonomy/copy-file';
import { TaxonomyDatabase } from '../local/taxonomy/database';

/** Makes the index over a copy from its pages, answers once and is ended by whoever started it. */
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
        (built) => tell({ ok: true, built }),
        (error: unknown) => tell({ ok: false, error: error instanceof Error ? error.message : String(error) }),
      );
  }
});

function tell(reply: BuildReply): void {
  self.postMessage(reply);
}
