import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type BodyOf, type HiddenThing, listHidden, listReports, type putReport, type Report, type ReportSubject } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { api } from '../../local/app/veld';
import { appealSubject, REPORT_SUBJECT, sendReport } from '../../local/changes/reports';
import { retryItem } from '../../local/outbox/outbox';
import { listCalls, type PendingCall, describeAdded, mergeAdded } from '../../local/outbox/pending-changes';
import { currentDatabase, notifier, useIsOnline } from '../../shared/session/session';
import { usePendingChanges } from '../../shared/session/use-pending-changes';

export type { HiddenThing, ReportSubject };
type ReportForm = BodyOf<typeof putReport>;

/** A report of the user, sent or still in the outbox. */
export interface ReportEntry extends Omit<Report, 'state'> {
  /** `waiting` will be sent; `rejected` was rejected by the server. */
  state: Report['state'] | 'waiting' | 'rejected';
  /** Id of its outbox item; null once it is sent. */
  item_id: string | null;
}

const REPORTS = ['reports'];
const HIDDEN = ['hidden-things'];

/** The user's reports, latest first: those in the outbox and those last fetched from the server. */
export function useReports(): { entries: ReportEntry[] | undefined; error: Error | null; retry: () => void } {
  const client = useQueryClient();
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: REPORTS,
    queryFn: ({ signal }) => api.call(listReports, {}, { signal }),
    meta: { persist: true },
  });
  const calls = usePendingChanges((database, since) => listCalls(database, REPORT_SUBJECT, since), {
    answeredAt: dataUpdatedAt,
    onAccepted: () => void client.invalidateQueries({ queryKey: REPORTS }),
  });
  const stored = data?.data.map((one): ReportEntry => ({ ...one, item_id: null })) ?? [];
  const entries = calls && (data || error) ? mergeAdded(stored, calls.map(toReportEntry)) : undefined;
  return { entries, error, retry: () => void refetch() };
}

export function toReportEntry(call: PendingCall): ReportEntry {
  return { ...(call.input.body as ReportForm), ...describeAdded(call, REPORT_SUBJECT, 'open') };
}

export function retryReport(itemId: string): Promise<void> {
  return retryItem(currentDatabase(), itemId).then(() => undefined);
}

type Hideable = HiddenThing['subject_kind'];

/** What moderators have hidden of something of the user, and whether an appeal waits on this device; null if it is not hidden. */
export function useHidden(kind: Hideable, id: string): { thing: HiddenThing; isAppealWaiting: boolean } | null {
  const client = useQueryClient();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: HIDDEN,
    queryFn: ({ signal }) => api.call(listHidden, {}, { signal }),
    meta: { persist: true },
  });
  const subject = appealSubject({ subject_kind: kind, subject_id: id });
  const appeals = usePendingChanges((database, since) => listCalls(database, subject, since), {
    answeredAt: dataUpdatedAt,
    about: subject,
    onAccepted: () => void client.invalidateQueries({ queryKey: HIDDEN }),
  });
  const thing = data?.data.find((one) => one.subject_kind === kind && one.subject_id === id);
  const last = appeals?.at(-1);
  return thing ? { thing, isAppealWaiting: last !== undefined && last.input.params!.id !== thing.appeal?.id } : null;
}

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
