import { languageList, nameLanguages, type ChunkCache, Segment, SegmentChunks, TaxonIndex, unpackHead } from '@veld/taxonomy';
import type { CopyFile } from './copy-file';
import type { CopyRecord, TaxonomyDatabase } from './database';
import { fetchFrom, headNumber, ChunkLost, readChunks } from './chunks';

/**
 * Opens a stored copy for queries through the cache. Reads only its segment heads. `file`: a synchronous source of its chunks.
 */
export async function openCopy(
  db: TaxonomyDatabase,
  copy: CopyRecord,
  cache: ChunkCache,
  groupLabels: Readonly<Record<string, string>>,
  file: CopyFile | null = null,
): Promise<TaxonIndex> {
  const heads = await readChunks(
    db,
    copy.copy,
    Array.from({ length: copy.segments }, (_, segment) => headNumber(segment)),
  );
  const segments = heads.map((bytes, at) => openSegment(db, copy.copy, at, bytes, cache, file));
  let delta: Segment | null = null;
  if (copy.changes !== null) {
    const [bytes] = await readChunks(db, copy.changes, [headNumber(0)]);
    if (bytes !== undefined) delta = openSegment(db, copy.changes, 0, bytes, cache, null);
  }
  const { merged, shared, hidden } = copy;
  const languages = nameLanguages(copy.main_language, copy.languages);
  return new TaxonIndex(segments, { languages, groupLabels, merged, shared, tombstones: hidden, delta, cache }, copy.size);
}

function openSegment(
  db: TaxonomyDatabase,
  copy: string,
  segment: number,
  head: Uint8Array,
  cache: ChunkCache,
  file: CopyFile | null,
): Segment {
  try {
    return new Segment(unpackHead(head), new SegmentChunks(cache, fetchFrom(db, copy, segment), file?.segment(segment)));
  } catch {
    throw new ChunkLost(copy, headNumber(segment));
  }
}

export function languagesOf(copy: Pick<CopyRecord, 'main_language' | 'languages'>): string[] {
  return languageList(nameLanguages(copy.main_language, copy.languages));
}
