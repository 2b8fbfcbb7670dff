import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type BodyOf, listModerationActs, listReportCases, putModerationAct } from '@veld/contract';
import { useState } from 'react';
import { api } from '../../../local/app/veld';
import { newId } from '../../../local/db/ids';

export type { ModerationAct, ReportCase } from '@veld/contract';
export type Action = BodyOf<typeof putModerationAct>['action'];

const KEY = ['moderation'];

/** What moderators have to decide, or have decided. */
export function useCases(isDecided: boolean) {
  return useQuery({
    queryKey: [...KEY, 'reports', isDecided],
    queryFn: async ({ signal }) => (await api.call(listReportCases, { query: { decided: isDecided ? '1' : '0' } }, { signal })).data,
  });
}

export function useActs() {
  return useQuery({
    queryKey: [...KEY, 'acts'],
    queryFn: async ({ signal }) => (await api.call(listModerationActs, {}, { signal })).data,
  });
}

/** Decides about a report. Trying again after a failure sends the same act. */
export function useDecision(reportId: string) {
  const client = useQueryClient();
  const [id, setId] = useState(newId);
  return async (action: Action, note: string) => {
    try {
      await api.call(putModerationAct, { params: { id }, body: { action, report_id: reportId, note: note.trim() } });
      setId(newId());
    } finally {
      await client.invalidateQueries({ queryKey: KEY });
    }
  };
}
