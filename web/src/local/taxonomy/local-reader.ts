import { onCopyChange } from './stored-copies';
import { TaxonomyDatabase } from './database';
import { TaxonomyReader } from './reader';

/** A reader on this thread, for environments without workers. Loaded only then. */
export function createLocalReader(onRead: () => void): TaxonomyReader {
  const reader = new TaxonomyReader(new TaxonomyDatabase(), { onRead });
  onCopyChange(({ what }) => reader.markStale(what));
  return reader;
}
