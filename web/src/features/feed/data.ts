/** The parts of lists from the server that other features use. */
export { FreshnessMark } from '../observations/lists/FreshnessMark';
export { LoadFailure } from '../observations/lists/LoadFailure';
export { MoreRecords } from '../observations/lists/MoreRecords';
