/** The parts of this feature that other features use. */
export { readPhoto, refusalOf, type RefusalReason } from './read-photo';
