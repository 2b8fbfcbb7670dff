import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type CommunityUser,
  fromKeys,
  listRelations,
  type Relation,
  RELATION_KINDS,
  type RelationKind,
  type ReplyOf,
} from '@veld/contract';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../local/app/veld';
import { pickLatest } from '../../local/outbox/pending-changes';
import { type RelationChange, relationChanges, setRelation } from '../../local/changes/relations';
import { currentDatabase, notifier } from '../../shared/session/session';
import { usePendingChanges } from '../../shared/session/use-pending-changes';

export type { Relation, RelationKind };
export type RelatedPerson = Pick<CommunityUser, 'id' | 'name' | 'is_pro'>;
type Answer = ReplyOf<typeof listRelations>;

const KEY = ['relations'];

export interface Relations {
  /** The ids of the people that the user follows, has muted and has blocked. */
  ids: Readonly<Record<RelationKind, ReadonlySet<string>>>;
  /** The same people with their names, as far as they are known on this device. */
  people: readonly Relation[];
  /** How many people follow the user; undefined if not known. */
  followers: number | undefined;
  isLoading: boolean;
  /** What the server has could not be loaded. */
  isUnreachable: boolean;
  retry: () => void;
}

/** The people that the user follows, has muted or has blocked: what the server has, and the changes on this device. */
export function useRelations(): Relations {
  const client = useQueryClient();
  const { data, isPending, isError, dataUpdatedAt, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(listRelations, {}, { signal }),
    meta: { persist: true },
  });
  // What others wrote may be in any answer.
  const changes = usePendingChanges(relationChanges, { answeredAt: dataUpdatedAt, onAccepted: () => void client.invalidateQueries() });
  useNames(data?.data, changes, refetch);
  const people = useMemo(() => withChanges(data?.data ?? [], changes ?? []), [data, changes]);
  const ids = useMemo(() => groupRelationIds(data?.data ?? [], changes ?? []), [data, changes]);
  const retry = useCallback(() => void refetch(), [refetch]);
  return { ids, people, followers: data?.followers, isLoading: isPending, isUnreachable: isError && !data, retry };
}

/**
 * Asks the server once for the name of each person that it has accepted but that is missing in the answer: one from before the change may
 * have been kept over a reload, or been on its way.
 */
function useNames(stored: readonly Relation[] | undefined, changes: readonly RelationChange[] | undefined, refetch: () => unknown): void {
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const unnamed = stored && changes ? withoutName(stored, changes).filter((one) => !asked.current.has(one)) : [];
    if (unnamed.length === 0) return;
    for (const one of unnamed) asked.current.add(one);
    void refetch();
  }, [stored, changes, refetch]);
}

/** The relations that the server has accepted but that are not in its answer, as `kind id`. */
export function withoutName(stored: readonly Relation[], changes: readonly RelationChange[]): string[] {
  const named = new Set(stored.map(({ kind, user }) => keyOf(kind, user)));
  const accepted = latest(changes.filter(({ state }) => state === 'sent'));
  return [...accepted].flatMap(([one, { isOn }]) => (isOn && !named.has(one) ? [one] : []));
}

const keyOf = (kind: RelationKind, { id }: { id: string }) => `${kind} ${id}`;
const latest = (changes: readonly RelationChange[]) => pickLatest(changes, (change) => keyOf(change.kind, change));

export function withChanges(stored: readonly Relation[], changes: readonly RelationChange[]): Relation[] {
  const last = latest(changes);
  return stored.filter(({ kind, user }) => last.get(keyOf(kind, user))?.isOn !== false);
}

export function groupRelationIds(stored: readonly Relation[], changes: readonly RelationChange[]): Record<RelationKind, Set<string>> {
  const ids = fromKeys(RELATION_KINDS, () => new Set<string>());
  for (const { kind, user } of stored) ids[kind].add(user.id);
  for (const { kind, id, isOn } of latest(changes).values()) {
    if (isOn) ids[kind].add(id);
    else ids[kind].delete(id);
  }
  // The server ends follows with a block.
  for (const id of ids.block) ids.follow.delete(id);
  return ids;
}

/** Changes what the user is to a person: shown at once, sent by the outbox. Resolves with false if it could not be stored. */
export function useSetRelation(): (kind: RelationKind, person: RelatedPerson, isOn: boolean) => Promise<boolean> {
  const client = useQueryClient();
  const { t } = useTranslation('common');
  return async (kind, { id, name, is_pro }, isOn) => {
    try {
      await setRelation(currentDatabase(), { kind, id, isOn });
    } catch (error) {
      notifier.show('negative', t('error.storage_failed'), { cause: error });
      return false;
    }
    client.setQueryData<Answer>(KEY, (answer) => {
      if (!answer || !isOn || answer.data.some((one) => one.kind === kind && one.user.id === id)) return answer;
      const added = { kind, user: { id, name, is_pro }, created_at: new Date().toISOString() };
      return { ...answer, data: [added, ...answer.data] };
    });
    return true;
  };
}
