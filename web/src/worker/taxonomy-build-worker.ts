import { type BuildReply, buildCopy } from '../local/taxonomy/build-copy';
import { TaxonomyDatabase } from '../local/taxonomy/database';

/** Makes the index over a copy whose rows are stored, answers once and is ended by whoever started it. */
self.addEventListener('message', ({ data: copy }: MessageEvent<string>) => {
  buildCopy(new TaxonomyDatabase(), copy).then(
    (built) => tell({ ok: true, built }),
    (error: unknown) => tell({ ok: false, error: error instanceof Error ? error.message : String(error) }),
  );
});

function tell(reply: BuildReply): void {
  self.postMessage(reply);
}
