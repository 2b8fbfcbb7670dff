import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CommunityUser, listRelations, type Relation, RELATION_KINDS, type RelationKind, type ReplyOf } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../local/app/veld';
import { type RelationChange, relationChanges, setRelation } from '../../local/records/lists/relations';
import { useAfterSending } from '../../ui/use-after-sending';
import { currentDatabase, notifier } from '../../shared/session/session';

export type { Relation, RelationKind };
export type RelatedPerson = Pick<CommunityUser, 'id' | 'name' | 'is_pro'>;
type Answer = ReplyOf<typeof listRelations>;

const KEY = ['relations'];
/** Changes accepted this long before an answer may be missing in it. */
const ANSWER_MS = 30_000;
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
  const database = currentDatabase();
  const client = useQueryClient();
  const { data, isPending, isError, dataUpdatedAt, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(listRelations, {}, { signal }),
    meta: { persist: true },
  });
  const changes = useLiveQuery(() => relationChanges(database, dataUpdatedAt - ANSWER_MS), [database, dataUpdatedAt]);
  const sent = changes?.filter(({ state }) => state === 'sent').length;
  // What others wrote may be in any answer.
  useAfterSending(sent, () => void client.invalidateQueries());
  useNames(data?.data, changes, refetch);
  const people = useMemo(() => withChanges(data?.data ?? [], changes ?? []), [data, changes]);
  const ids = useMemo(() => groupRelationIds(data?.data ?? [], changes ?? []), [data, changes]);
  const retry = useCallback(() => void refetch(), [refetch]);
  return { ids, people, followers: data?.followers, isLoading: isPending, isUnreachable: isError && !data, retry };
}

/**
 * Asks the server once for the name of each person that it has accepted but that is missing in the answer: one from before the change may
 * have been kept over a reload.
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
  const named = new Set(stored.map(({ kind, user }) => `${kind} ${user.id}`));
  const accepted = latest(changes.filter(({ state }) => state === 'sent'));
  return [...accepted].flatMap(([one, isOn]) => (isOn && !named.has(one) ? [one] : []));
}

/** The last change of each relation counts. A refused one does not. */
function latest(changes: readonly RelationChange[]): Map<string, boolean> {
  return new Map(changes.filter(({ state }) => state !== 'needs_attention').map(({ kind, id, isOn }) => [`${kind} ${id}`, isOn]));
}

export function withChanges(stored: readonly Relation[], changes: readonly RelationChange[]): Relation[] {
  const last = latest(changes);
  return stored.filter(({ kind, user }) => last.get(`${kind} ${user.id}`) !== false);
}

export function groupRelationIds(stored: readonly Relation[], changes: readonly RelationChange[]): Record<RelationKind, Set<string>> {
  const last = latest(changes);
  const ids = Object.fromEntries(RELATION_KINDS.map((kind) => [kind, new Set<string>()])) as Record<RelationKind, Set<string>>;
  for (const { kind, user } of stored) ids[kind].add(user.id);
  for (const { kind, id } of changes) {
    if (last.get(`${kind} ${id}`) === true) ids[kind].add(id);
    if (last.get(`${kind} ${id}`) === false) ids[kind].delete(id);
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
