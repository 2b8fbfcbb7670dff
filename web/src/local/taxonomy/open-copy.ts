import { languageList, nameLanguages, type PieceCache, Segment, SegmentPieces, TaxonIndex, unpackHead } from '@veld/taxonomy';
import type { CopyRecord, TaxonomyDatabase } from './database';
import { fetchFrom, headNumber, PieceLost, readPieces } from './pieces';

/** A stored copy, ready to be asked through the cache. Only what its segments begin with is read here. */
export async function openCopy(
  db: TaxonomyDatabase,
  copy: CopyRecord,
  cache: PieceCache,
  groupLabels: Readonly<Record<string, string>>,
): Promise<TaxonIndex> {
  const heads = await readPieces(
    db,
    copy.copy,
    Array.from({ length: copy.segments }, (_, segment) => headNumber(segment)),
  );
  const segments = heads.map((bytes, at) => openSegment(db, copy.copy, at, bytes, cache));
  let changes: Segment | null = null;
  if (copy.changes !== null) {
    const [bytes] = await readPieces(db, copy.changes, [headNumber(0)]);
    if (bytes !== undefined) changes = openSegment(db, copy.changes, 0, bytes, cache);
  }
  const { merged, shared, hidden } = copy;
  const languages = nameLanguages(copy.main_language, copy.languages);
  return new TaxonIndex(segments, { languages, groupLabels, merged, shared, hidden, changes, cache }, copy.size);
}

function openSegment(db: TaxonomyDatabase, copy: string, segment: number, head: Uint8Array, cache: PieceCache): Segment {
  try {
    return new Segment(unpackHead(head), new SegmentPieces(cache, fetchFrom(db, copy, segment)));
  } catch {
    throw new PieceLost(copy, headNumber(segment));
  }
}

export function languagesOf(copy: Pick<CopyRecord, 'main_language' | 'languages'>): string[] {
  return languageList(nameLanguages(copy.main_language, copy.languages));
}
