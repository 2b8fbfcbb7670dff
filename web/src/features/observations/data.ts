/** What other features get of records. */
export * from './own';
export * from './record-labels';
export { OwnRecordCard, PublicRecordCard, SyncMark } from './RecordCards';
export { useRecordTranslation } from './use-record-translation';
export { OwnPhoto } from './photos/OwnPhoto';
export { OwnEmptyState } from './OwnEmptyState';
