export { fold, foldJoined, foldWords } from './fold.ts';
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
} from './record.ts';
export { BLOCK_FORMAT, rowCount } from './row-format.ts';
export { packRows, RowPacker } from './pack-rows.ts';
export { RowPiece } from './rows.ts';
export { checksum } from './bytes.ts';
export { type SegmentHead, packHead, unpackHead } from './head.ts';
export { type BuiltHead, type BuiltSegment, ROWS_IN_A_SEGMENT, SegmentBuilder } from './build-segment.ts';
export { type FetchPieces, NoLongerWanted, PieceCache, type PiecesAtHand, SegmentPieces } from './pieces.ts';
export { Segment } from './segment.ts';
export type { Taxon, TaxonHit } from './hit.ts';
export { MATCHES, type Match } from './query.ts';
export { type BrowseFilter, Browsing } from './browsing.ts';
export { DEFAULT_LIMIT, type IndexOptions, SUGGESTION_LIMIT, type SearchOptions, TaxonIndex } from './taxon-index.ts';
export { buildIndex, segmentOf, sharedHashes } from './build-index.ts';
export { searchCopies } from './copies.ts';
export { rowsOfFirstFormat } from './first-format.ts';
