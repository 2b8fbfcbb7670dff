import {
  languageList,
  type NameLanguages,
  nameLanguages,
  type ChunkCache,
  Segment,
  SegmentChunks,
  TaxonIndex,
  unpackHead,
} from '@veld/taxonomy';
import type { CopyFile } from './copy-file';
import type { CopyRecord, ProgressRecord, TaxonomyDatabase } from './database';
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
  const languages = languagesOfCopy(copy);
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

type CopyLanguages = Pick<CopyRecord, 'main_language' | 'languages' | 'foreign_languages'>;

export function languagesOfCopy({ main_language, languages, foreign_languages }: CopyLanguages): NameLanguages {
  return storedLanguages(main_language, languages, foreign_languages);
}

export function languagesOfRun({ mainLanguage, languages, foreignLanguages }: ProgressRecord): NameLanguages {
  return storedLanguages(mainLanguage, languages, foreignLanguages);
}

function storedLanguages(main: string, languages: readonly string[], foreign: readonly string[] = []): NameLanguages {
  const added = languages.filter((language) => !foreign.includes(language));
  return nameLanguages(main, added, foreign);
}

/** In the order of the names in a row. */
export function listCopyLanguages(copy: CopyLanguages): string[] {
  return languageList(languagesOfCopy(copy));
}
