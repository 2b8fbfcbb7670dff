import { deleteSession, listSessions, type Session } from '@veld/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../local/app/veld';
import { CallError } from '../../shared/session/session';

const KEY = ['sessions'];

/** The user's sessions, this device first; needs the network. */
export function useSessions() {
  const client = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.call(listSessions, {}, { signal }) });
  const sessions = query.data?.data.toSorted(byUse);
  const end = async (id: string) => {
    await endSession(id);
    await client.invalidateQueries({ queryKey: KEY });
  };
  return { sessions, hasFailed: query.isError, retry: query.refetch, end };
}

function byUse(one: Session, other: Session): number {
  return Number(other.is_current) - Number(one.is_current) || other.last_seen_at.localeCompare(one.last_seen_at);
}

/** Ends a session; one that has already ended is no error. */
export async function endSession(id: string): Promise<void> {
  try {
    await api.call(deleteSession, { params: { id } });
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'not_found')) throw error;
  }
}
