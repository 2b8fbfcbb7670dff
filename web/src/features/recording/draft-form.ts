import type { DraftForm } from '../../local/outbox/files/import-drafts';
import { withName } from './form-start';
import { blankValues, readFormRecord, restoredValues, fillFormValues, withTypedName } from './form-values';

/** For drafts that are made outside the form. */
export const draftForm: DraftForm = {
  valuesOf: async (record) => ({ ...(await withName(fillFormValues(record))) }),
  recordOf: (values) => readFormRecord(withTypedName(restoredValues(values, blankValues({ geoprivacy: 'open', license: null })))),
};
