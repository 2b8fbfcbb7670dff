import { getObservation, type OwnObservation, type PublicObservation } from '@veld/contract';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '../../../local/net/call-error';
import { storedRow } from '../../../local/records/record-shape';
import type { LocalObservation } from '../../../local/db/rows';
import { api } from '../../../local/app/veld';
import { useOwnObservation } from '../own';

export type OneRecord =
  | { state: 'loading' }
  | { state: 'own'; record: LocalObservation }
  | { state: 'theirs'; record: PublicObservation; isOld: boolean }
  | { state: 'missing' }
  | { state: 'unreachable'; retry: () => void };

/** One's own from the device, at once; anybody else's from the server, or as it was seen last. */
export function useOneRecord(id: string): OneRecord {
  const own = useOwnObservation(id);
  const query = useQuery({
    queryKey: ['observation', id],
    queryFn: async ({ signal }) => (await api.call(getObservation, { params: { id } }, { signal })).data,
    enabled: own === null,
    meta: { keep: true },
    retry: (count, error) => !isGone(error) && count < 1,
  });
  if (own) return { state: 'own', record: own };
  if (own === undefined) return { state: 'loading' };
  if (isGone(query.error)) return { state: 'missing' };
  if (query.data) {
    // An own record of another device that has not come here yet is shown as one's own.
    if (isOwnAnswer(query.data)) return { state: 'own', record: storedRow(query.data, undefined) };
    return { state: 'theirs', record: query.data, isOld: query.isError };
  }
  if (query.isError) return { state: 'unreachable', retry: () => void query.refetch() };
  return { state: 'loading' };
}

function isOwnAnswer(record: OwnObservation | PublicObservation): record is OwnObservation {
  return 'version' in record;
}

function isGone(error: Error | null): boolean {
  return error instanceof CallError && error.kind === 'problem' && (error.status === 404 || error.status === 410);
}
