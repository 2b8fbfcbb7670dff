import { skipToken, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { listComments, listMentionable, MAX_COMMENT, type MentionedPerson, parseCommentParts, formatSpeciesLink } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { api } from '../../local/app/veld';
import { commentChanges, mentionedPeople } from '../../local/changes/comments';
import { taxonByName } from '../../local/taxonomy/search';
import { currentDatabase, FIRST_PAGE, useUser } from '../../shared/session/session';
import { usePendingChanges } from '../../shared/session/use-pending-changes';
import { activityKey } from '../reactions/data';
import { type ShownComment, withChanges } from './shown-comments';

export interface RecordComments {
  list: readonly ShownComment[];
  isLoading: boolean;
  /** What the server has could not be loaded. */
  isUnreachable: boolean;
  /** The server refused a change, which waits in the outbox. */
  isRefused: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  showMore: () => void;
}

const NO_PEOPLE: readonly MentionedPerson[] = [];

/** The comments on a record: what the server has, and the user's changes on this device. */
export function useComments(recordId: string): RecordComments {
  const user = useUser();
  const database = currentDatabase();
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: ['comments', recordId],
    queryFn: ({ pageParam, signal }) =>
      api.call(listComments, { params: { id: recordId }, query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.next_cursor,
    meta: { persist: true },
  });
  const { data, dataUpdatedAt } = query;
  const changes = usePendingChanges((from, since) => commentChanges(from, recordId, since), {
    answeredAt: dataUpdatedAt,
    about: recordId,
    onAccepted: () => {
      for (const queryKey of [['comments', recordId], activityKey(recordId)]) void client.invalidateQueries({ queryKey });
    },
  });
  const people = useLiveQuery(() => mentionedPeople(database), [database]) ?? NO_PEOPLE;
  const list = useMemo(() => {
    const sent = data?.pages.flatMap((page) => page.data) ?? [];
    return withChanges(sent, changes ?? [], { id: user.id, name: user.name, is_pro: user.is_pro }, people);
  }, [data, changes, user, people]);
  return {
    list,
    isLoading: query.isLoading,
    isUnreachable: query.isError && !data,
    isRefused: changes?.some((change) => change.state === 'needs_attention') ?? false,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    showMore: () => void query.fetchNextPage(),
  };
}

const MOST_SUGGESTIONS = 6;

/**
 * People to mention whose name starts with a text: those at hand, such as who wrote above, and without a connection those mentioned
 * before; then those of the community.
 */
export function useMentionable(typed: string | null, atHand: readonly MentionedPerson[]): readonly MentionedPerson[] {
  const database = currentDatabase();
  const { id: ownId } = useUser();
  const before = useLiveQuery(() => mentionedPeople(database), [database]) ?? NO_PEOPLE;
  const name = typed?.trim().toLowerCase() ?? '';
  const { data: listed = NO_PEOPLE } = useQuery({
    queryKey: ['mentionable', name],
    queryFn: async ({ signal }) => (await api.call(listMentionable, { query: { name } }, { signal })).data,
    enabled: name !== '',
    placeholderData: (former) => former,
  });
  if (name === '') return NO_PEOPLE;
  const found = new Map<string, MentionedPerson>();
  for (const person of [...atHand, ...before, ...listed])
    if (person.id !== ownId && !found.has(person.id) && person.name.toLowerCase().startsWith(name)) found.set(person.id, person);
  return [...found.values()].slice(0, MOST_SUGGESTIONS);
}

/** Links the species whose names were typed in double brackets, if they are in the taxonomy on this device. */
export async function withSpeciesIds(text: string): Promise<string> {
  const parts = await Promise.all(
    parseCommentParts(text).map(async (part) => {
      if (part.kind !== 'species' || part.id !== null) return { part };
      return { part, taxon: await taxonByName(part.name.trim()).catch(() => null) };
    }),
  );
  const linked = parts.reduce(
    (so_far, { part, taxon }) =>
      part.kind === 'species' && taxon
        ? so_far.replace(formatSpeciesLink(part.name, null), formatSpeciesLink(taxon.scientific_name, taxon.id))
        : so_far,
    text,
  );
  return linked.length > MAX_COMMENT ? text : linked;
}

/** A taxon by a name without an id; undefined while it is looked up, null if it is not on this device. */
export function useTaxonByName(name: string | null) {
  const { data } = useQuery({
    queryKey: ['taxon-by-name', name],
    queryFn: name === null ? skipToken : () => taxonByName(name),
    networkMode: 'always',
  });
  return data;
}
