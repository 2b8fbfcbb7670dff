/** What other features get of photos. */
export { readPhoto, refusalOf, type RefusalReason } from './read-photo';
