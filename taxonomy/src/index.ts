export { fold, foldJoined, foldWords } from './fold.ts';
export { type NameLanguages, type TaxonInput, type TaxonRecord, SCIENTIFIC, languageList, nameLanguages, toRecord } from './record.ts';
export { BLOCK_FORMAT, type TaxonBlock, packBlock, reviseBlock, unpackBlock } from './block.ts';
export { MATCHES, type Match } from './search.ts';
export {
  DEFAULT_LIMIT,
  type IndexOptions,
  ROWS_IN_A_BLOCK,
  SUGGESTION_LIMIT,
  type SearchOptions,
  type Taxon,
  type TaxonHit,
  TaxonIndex,
  buildIndex,
} from './taxon-index.ts';
export { searchCopies } from './copies.ts';
