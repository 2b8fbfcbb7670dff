/** The parts of this feature that other features use. */
export { readPhoto, findRefusal, type RefusalReason } from './read-photo';
