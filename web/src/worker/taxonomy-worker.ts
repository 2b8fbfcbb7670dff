import { onAnnouncement } from '../local/taxonomy/announcements';
import { TaxonomyDatabase } from '../local/taxonomy/database';
import { TaxonomyReader } from '../local/taxonomy/reader';
import { answerRequest, type TaxonomyNews, type TaxonomyReply, type TaxonomyRequest } from '../local/taxonomy/requests';

/** Searches the taxonomy away from the page, so that typing never waits. Every tab has its own; the stored copies are shared. */
const reader = new TaxonomyReader(new TaxonomyDatabase(), { onRead: () => tell({ news: 'changed' }) });
onAnnouncement(({ what }) => reader.markStale(what));

self.addEventListener('message', ({ data }: MessageEvent<TaxonomyRequest>) => {
  void answerRequest(reader, data).then(tell);
});

function tell(message: TaxonomyReply | TaxonomyNews): void {
  self.postMessage(message);
}
