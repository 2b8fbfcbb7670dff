/** What other features get of records. */
export * from './own';
export * from './record-labels';
export { OwnRecordCard, PublicRecordCard, SyncMark, useRecordTranslation } from './RecordCards';
export { OwnPhoto } from './photos/OwnPhoto';
export { OwnEmptyState } from './OwnEmptyState';
