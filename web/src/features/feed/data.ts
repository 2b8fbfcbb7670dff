/** What other features take from the feed. */
export { useLocationFilter, type LocationWord } from './location';
export { FreshnessMark } from './parts/FreshnessMark';
export { LoadFailure } from './parts/LoadFailure';
export { LocationSwitch } from './parts/LocationSwitch';
export { MoreRecords } from './parts/MoreRecords';
