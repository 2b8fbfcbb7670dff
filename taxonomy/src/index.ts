export { fold, foldJoined, foldWords } from './text/fold.ts';
export {
  type NameLanguages,
  type StoredTaxon,
  type TaxonInput,
  type TaxonRecord,
  SCIENTIFIC,
  languageList,
  nameLanguages,
  toRecord,
  toStored,
  withNormalisedNames,
} from './storage/taxon-record.ts';
export { BLOCK_FORMAT, FORMAT_WITHOUT_FOREIGN, rowCount } from './storage/row-format.ts';
export { packRows, RowPacker } from './storage/row-packer.ts';
export { RowChunk } from './storage/row-chunk.ts';
export { checksum } from './storage/bytes.ts';
export { type SegmentHead, packHead, unpackHead } from './segment/segment-head.ts';
export { type BuiltHead, type BuiltSegment, MAX_SEGMENT_ROWS, SegmentBuilder } from './build/segment-builder.ts';
export { type FetchChunks, QueryAborted, ChunkCache, type SyncChunks, SegmentChunks } from './storage/chunk-cache.ts';
export { Segment } from './segment/segment.ts';
export type { Taxon, TaxonHit } from './search/hit.ts';
export { MATCHES, type Match } from './ranking.ts';
export { type BrowseFilter, RowCursor } from './search/row-cursor.ts';
export { DEFAULT_LIMIT, type IndexOptions, SUGGESTION_LIMIT, TaxonIndex } from './search/taxon-index.ts';
export type { SearchOptions } from './search/text-search.ts';
export { buildIndex, buildSegment, sharedHashes } from './build/build-index.ts';
export type { LikelyTaxa } from './likely-first.ts';
export { searchCopies } from './search/search-copies.ts';
export { rowsOfFormat1 } from './storage/format-1.ts';
