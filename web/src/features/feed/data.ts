/** The parts of this feature that other features use. */
export { FreshnessMark } from './parts/FreshnessMark';
export { LoadFailure } from './parts/LoadFailure';
export { LocationSwitch } from './parts/LocationSwitch';
export { MoreRecords } from './parts/MoreRecords';
