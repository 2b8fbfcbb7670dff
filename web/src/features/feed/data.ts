/** The parts of this feature that other features use. */
export { FreshnessMark } from './parts/FreshnessMark';
export { LoadFailure } from './parts/LoadFailure';
export { MoreRecords } from './parts/MoreRecords';
