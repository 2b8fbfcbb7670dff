/** The parts of this feature that other features use. */
export * from './own';
export * from './record-labels';
export * from './sync-labels';
export { OwnRecordCard, PublicRecordCard, SyncMark } from './RecordCards';
export { useRecordTranslation } from './use-record-translation';
export { OwnPhoto } from './photos/OwnPhoto';
export { attributeLabel } from './group-labels';
export { creditLine, licenseName } from './value-labels';
export { OwnEmptyState } from './OwnEmptyState';
