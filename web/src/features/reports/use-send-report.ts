import { useTranslation } from 'react-i18next';
import { currentDatabase, notifier, useIsOnline } from '../../shared/session/session';
import { sendReport } from '../../local/changes/reports';
import type { ReportForm } from './data';

/** Sends a report and says so, or that it could not be stored. Resolves with false in that case. */
export function useSendReport(): (form: ReportForm) => Promise<boolean> {
  const { t } = useTranslation(['reports', 'common']);
  const isOnline = useIsOnline();
  return async (form) => {
    try {
      await sendReport(currentDatabase(), form);
    } catch (error) {
      notifier.show('negative', t('common:error.storage_failed'), { cause: error });
      return false;
    }
    notifier.show('positive', t(isOnline ? 'sent' : 'sent_offline'));
    return true;
  };
}

/** Reports a person without details, in the step that blocks them. */
export function useReportPerson(): (id: string) => Promise<boolean> {
  const send = useSendReport();
  return (id) => send({ subject_kind: 'user', subject_id: id, reason: 'other', text: '' });
}
