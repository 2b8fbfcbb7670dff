import { useState } from 'react';
import { notifier } from '../../shared/session/session';
import { useRecordTranslation } from '../../shared/records/record-labels';

/** Runs `work` and reports a failure; `isBusy` while it runs. */
export function useAttempt() {
  const t = useRecordTranslation('outbox');
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notifier.show('negative', t('observations:outbox.failed'), { cause: error });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, attempt };
}
