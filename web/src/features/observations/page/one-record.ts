import { DeviceMadeId, getObservation, type OwnObservation, type PublicObservation } from '@veld/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { CallError } from '../../../local/net/call-error';
import { storedRow } from '../../../local/records/record-shape';
import type { LocalObservation } from '../../../local/db/rows';
import { api } from '../../../local/app/veld';
import { useOwnObservation } from '../../../shared/records/own';

export type OneRecord =
  | { state: 'loading' }
  | { state: 'own'; record: LocalObservation }
  | { state: 'theirs'; record: PublicObservation; isOld: boolean }
  | { state: 'missing' }
  | { state: 'unreachable'; error: Error; retry: () => void };

/** A record: the user’s own from the device, another’s from the server or the cache. Null asks for nothing. */
export function useOneRecord(id: string | null): OneRecord {
  const own = useOwnObservation(id);
  // Also offline, a malformed id is the address of nothing.
  const isId = DeviceMadeId.safeParse(id).success;
  const query = useQuery({
    queryKey: ['observation', id],
    queryFn:
      own === null && id !== null && isId
        ? async ({ signal }) => (await api.call(getObservation, { params: { id } }, { signal })).data
        : skipToken,
    meta: { persist: true },
    retry: (count, error) => !isGone(error) && count < 1,
  });
  if (own) return { state: 'own', record: own };
  if (own === undefined) return { state: 'loading' };
  if (!isId || isGone(query.error)) return { state: 'missing' };
  if (query.data) {
    // A record of the user from another device that has not been pulled yet.
    if (isOwnAnswer(query.data)) return { state: 'own', record: storedRow(query.data, undefined) };
    return { state: 'theirs', record: query.data, isOld: query.isError };
  }
  if (query.isError) return { state: 'unreachable', error: query.error, retry: () => void query.refetch() };
  return { state: 'loading' };
}

function isOwnAnswer(record: OwnObservation | PublicObservation): record is OwnObservation {
  return 'version' in record;
}

function isGone(error: Error | null): boolean {
  return error instanceof CallError && error.kind === 'problem' && (error.status === 404 || error.status === 410);
}
