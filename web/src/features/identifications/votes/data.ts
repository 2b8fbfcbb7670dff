import { useQuery } from '@tanstack/react-query';
import { listRecordVotes, type VoteCount } from '@veld/contract';
import { useMemo } from 'react';
import { api } from '../../../local/app/veld';
import { type VoteChange, voteChanges } from '../../../local/changes/votes';
import { dropRefused } from '../../../local/outbox/pending-changes';
import { usePendingChanges } from '../../../shared/session/use-pending-changes';

interface RecordVotes {
  votes: readonly VoteCount[];
  /** Nothing is known of what others said. */
  isUnreachable: boolean;
  isLoading: boolean;
}

/** What people say about a record beside its name: what the server has, and the user's votes on this device. */
export function useVotes(recordId: string, isOnServer = true): RecordVotes {
  const { data, dataUpdatedAt, isError, isLoading, refetch } = useQuery({
    queryKey: ['votes', recordId],
    queryFn: async ({ signal }) => (await api.call(listRecordVotes, { params: { id: recordId } }, { signal })).data,
    enabled: isOnServer,
    meta: { persist: true },
  });
  const changes = usePendingChanges((database, since) => voteChanges(database, recordId, since), {
    answeredAt: dataUpdatedAt,
    about: recordId,
    onAccepted: () => void refetch(),
  });
  const votes = useMemo(() => withVotes(data ?? [], dropRefused(changes ?? [])), [data, changes]);
  return { votes, isUnreachable: isError && !data, isLoading };
}

/** Counts with the user's own votes, each of which replaces the former one on the same. */
export function withVotes(counts: readonly VoteCount[], own: readonly Omit<VoteChange, 'at' | 'state'>[]): VoteCount[] {
  const merged = new Map(counts.map((one) => [`${one.topic} ${one.value}`, one]));
  for (const { topic, value, agrees } of own) {
    const key = `${topic} ${value}`;
    const before = merged.get(key) ?? { topic, value, yes: 0, no: 0, own: null, reasons: [] };
    merged.set(key, {
      ...before,
      yes: before.yes - Number(before.own === true) + Number(agrees === true),
      no: before.no - Number(before.own === false) + Number(agrees === false),
      own: agrees,
    });
  }
  return [...merged.values()].filter(({ yes, no }) => yes > 0 || no > 0);
}
