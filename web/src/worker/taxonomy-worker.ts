import { onCopyChange } from '../local/taxonomy/stored-copies';
import { TaxonomyDatabase } from '../local/taxonomy/database';
import { TaxonomyReader } from '../local/taxonomy/reader';
import {
  answerRequest,
  type TaxonomyCancel,
  type TaxonomyNews,
  type TaxonomyReply,
  type TaxonomyRequest,
} from '../local/taxonomy/requests';

/** Searches the taxonomy off the main thread, so that typing stays fluid. Each tab has its own worker; the stored copies are shared. */
const reader = new TaxonomyReader(new TaxonomyDatabase(), { onRead: () => post({ news: 'changed' }) });
onCopyChange(({ what }) => reader.markStale(what));

/** Requests not yet answered or cancelled. */
const pending = new Set<number>();

self.addEventListener('message', ({ data }: MessageEvent<TaxonomyRequest | TaxonomyCancel>) => {
  if ('cancel' in data) {
    pending.delete(data.cancel);
    return;
  }
  pending.add(data.id);
  void answerRequest(reader, data, () => pending.has(data.id)).then((reply) => {
    if (pending.delete(data.id)) post(reply);
  });
});

function post(message: TaxonomyReply | TaxonomyNews): void {
  self.postMessage(message);
}
