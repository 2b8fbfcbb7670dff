import type { RecordFilterInput } from '@veld/contract';
import type { RecordQuery } from '../../shared/record-filter/record-query';
import type { RecordQueryChanges } from '../../shared/record-filter/use-record-query';

/** The parameters of the screen besides the filter. */
export const OWN_NAMES = ['view', 'order', 'as'] as const;

/** What every view of Explore gets. */
export interface ViewProps {
  query: RecordQuery;
  request: RecordFilterInput;
  changes: RecordQueryChanges<(typeof OWN_NAMES)[number]>;
  /** What the address says about how the view is shown. */
  read: (name: 'order' | 'as') => string | null;
}
