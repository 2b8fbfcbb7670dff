/** What other features get of records. */
export * from './own';
export * from './record-words';
export { OwnRecordCard, PublicRecordCard, SyncMark, useRecordWords } from './parts/RecordCards';
export { OwnPhoto } from './parts/OwnPhoto';
export { OwnEmptyState } from './parts/OwnEmptyState';
export { SendingRulesFields } from './parts/SendingRulesFields';
export { isOnBoard, useBoardCount } from './batch/on-board';
