import { useQuery } from '@tanstack/react-query';
import { getValidation, type RecordValidation } from '@veld/contract';
import { useMemo } from 'react';
import { api } from '../../local/app/veld';
import { validationChanges } from '../../local/changes/validation';
import { type AnyObservation, isOwn } from '../../shared/records/record-labels';
import { useUser } from '../../shared/session/session';
import { usePendingChanges } from '../../shared/session/use-pending-changes';
import { withChanges } from './merge';

export interface ShownValidation {
  /** Undefined until it is known. */
  shown: RecordValidation | undefined;
  /** What the server has could not be loaded. */
  isUnreachable: boolean;
  /** The server refused a change, which waits in the outbox. */
  isRefused: boolean;
}

/** What validators say of a record: what the server has, and the user's changes on this device. */
export function useValidation(record: AnyObservation): ShownValidation {
  const user = useUser();
  const query = useQuery({
    queryKey: ['validation', record.id, record.validation ?? null],
    queryFn: ({ signal }) => api.call(getValidation, { params: { id: record.id } }, { signal }),
    enabled: !isOwn(record) || record.version > 0,
    meta: { persist: true },
  });
  const { data, dataUpdatedAt, refetch } = query;
  const changes = usePendingChanges((database, since) => validationChanges(database, record.id, since), {
    answeredAt: dataUpdatedAt,
    about: record.id,
    onAccepted: () => void refetch(),
  });
  const shown = useMemo(
    () => data && withChanges(data.data, changes ?? [], { id: user.id, name: user.name }),
    [data, changes, user.id, user.name],
  );
  return {
    shown,
    isUnreachable: query.isError && !data,
    isRefused: changes?.some(({ state }) => state === 'needs_attention') ?? false,
  };
}
