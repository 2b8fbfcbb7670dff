import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  getProject,
  getProjectMap,
  type ListedProject,
  listProjectLog,
  listProjectPeople,
  listProjectRecords,
  listProjects,
  listProjectSpecies,
  listUncountedRecords,
  type ReplyOf,
  patchProject,
  type Project,
  type ProjectPatch,
  type ProjectWrite,
  putProject,
} from '@veld/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../local/app/veld';
import { pickLatest } from '../../local/outbox/pending-changes';
import { type MembershipChange, membershipChanges, setMembership } from '../../local/changes/projects';
import { CallError, currentDatabase, FIRST_PAGE, notifier } from '../../shared/session/session';
import { usePendingChanges } from '../../shared/session/use-pending-changes';

export type { ListedProject, Project };

export const PROJECT_VIEWS = ['running', 'planned', 'finished', 'mine'] as const;
export type ProjectView = (typeof PROJECT_VIEWS)[number];

/** How often the figures of a project are asked for while it is on the screen. */
const LIVE_MS = 15_000;
const PAGE_SIZE = 20;

export const NEW_PROJECT = 'new';
export const projectAddress = (id: string): string => `/projects/${id}`;

export function parseProjectView(value: string | null): ProjectView {
  return PROJECT_VIEWS.find((view) => view === value) ?? 'running';
}

/** `country` as in requests; null for all. */
export interface ProjectsFilter {
  view: ProjectView;
  country: string | null;
  name: string;
}

export function useProjects({ view, country, name }: ProjectsFilter) {
  const query = {
    ...(view === 'mine' ? { mine: '1' as const } : { state: view }),
    ...(country ? { country } : {}),
    ...(name ? { name } : {}),
    limit: PAGE_SIZE,
  };
  return useInfiniteQuery({
    queryKey: ['projects', query],
    queryFn: ({ pageParam, signal }) => api.call(listProjects, { query: pageParam ? { ...query, cursor: pageParam } : query }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last) => last.next_cursor,
    meta: { persist: true },
  });
}

const keyOf = (id: string) => ['project', id];

/** A project. Where it is shown live, it is asked for again and again. */
export function useProject(id: string, { invite = null, isLive }: { invite?: string | null; isLive: boolean }) {
  return useQuery({
    queryKey: [...keyOf(id), 'page', invite ?? ''],
    queryFn: async ({ signal }) =>
      (await api.call(getProject, { params: { id }, ...(invite ? { query: { invite } } : {}) }, { signal })).data,
    refetchInterval: isLive ? LIVE_MS : false,
    refetchIntervalInBackground: false,
    retry: (count, error) => count < 1 && !isProjectMissing(error),
    meta: { persist: true },
  });
}

export function isProjectMissing(error: Error | null): boolean {
  return error instanceof CallError && (error.code === 'not_found' || error.status === 422);
}

export function useProjectSpecies(id: string) {
  return useQuery({
    queryKey: [...keyOf(id), 'species'],
    queryFn: async ({ signal }) => (await api.call(listProjectSpecies, { params: { id } }, { signal })).data,
    meta: { persist: true },
  });
}

/** How often a participant's records that do not count are asked for while the project is on the screen. */
const UNCOUNTED_MS = 60_000;

export type UncountedRecord = ReplyOf<typeof listUncountedRecords>['data'][number];

/** Projects whose name has a text, for someone who chooses some. */
export function useProjectsByName(name: string) {
  return useQuery({
    queryKey: ['projects-named', 'choices', name],
    queryFn: async ({ signal }) => (await api.call(listProjects, { query: { name, limit: 10 } }, { signal })).data,
    enabled: name !== '',
  });
}

/** The user's records that do not count for a project. */
export function useUncountedRecords(id: string) {
  return useQuery({
    queryKey: [...keyOf(id), 'uncounted'],
    queryFn: async ({ signal }) => (await api.call(listUncountedRecords, { params: { id } }, { signal })).data,
    refetchInterval: UNCOUNTED_MS,
    refetchIntervalInBackground: false,
    meta: { persist: true },
  });
}

export function useProjectPeople(id: string) {
  return useQuery({
    queryKey: [...keyOf(id), 'people'],
    queryFn: ({ signal }) => api.call(listProjectPeople, { params: { id } }, { signal }),
    meta: { persist: true },
  });
}

/** What the organisers of a project did, for them. */
export function useProjectLog(id: string) {
  return useQuery({
    queryKey: [...keyOf(id), 'log'],
    queryFn: async ({ signal }) => (await api.call(listProjectLog, { params: { id } }, { signal })).data,
  });
}

export function useProjectMap(id: string) {
  return useQuery({
    queryKey: [...keyOf(id), 'map'],
    queryFn: async ({ signal }) => (await api.call(getProjectMap, { params: { id } }, { signal })).data,
    meta: { persist: true },
  });
}

export function useProjectRecords(id: string) {
  return useInfiniteQuery({
    queryKey: [...keyOf(id), 'records'],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        listProjectRecords,
        { params: { id }, query: { limit: PAGE_SIZE, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last) => last.next_cursor,
    meta: { persist: true },
  });
}

/** Asks for what belongs to a project again when its number of records has changed. */
export function useFollowCounts(id: string, records: number | undefined): void {
  const client = useQueryClient();
  const before = useRef(records);
  useEffect(() => {
    const isChanged = before.current !== undefined && records !== undefined && before.current !== records;
    before.current = records;
    if (!isChanged) return;
    for (const part of ['species', 'people', 'map', 'records', 'uncounted'])
      void client.invalidateQueries({ queryKey: [...keyOf(id), part] });
  }, [client, id, records]);
}

/** Saves a project, also under a new id. Repeating it changes nothing. Rejects with a `CallError`. */
export async function saveProject(id: string, version: number | null, body: ProjectWrite): Promise<Project> {
  const headers = version === null ? {} : { headers: { 'if-match': `"${version}"` } };
  return (await api.call(putProject, { params: { id }, body, ...headers })).data;
}

export async function cancelProject(id: string, isCancelled: boolean): Promise<Project> {
  return (await api.call(patchProject, { params: { id }, body: { is_cancelled: isCancelled } })).data;
}

/** Removes or readmits a participant, hands a project over, or renews its link. */
export async function changeParticipants(id: string, body: ProjectPatch): Promise<Project> {
  return (await api.call(patchProject, { params: { id }, body })).data;
}

/** Shows a saved project at once, and asks for the lists again. */
export function useShowSaved(): (project: Project) => void {
  const client = useQueryClient();
  return (project) => {
    client.setQueryData([...keyOf(project.id), 'page', ''], project);
    void client.invalidateQueries({ queryKey: ['projects'] });
    void client.invalidateQueries({ queryKey: keyOf(project.id) });
  };
}

export interface Membership {
  isJoined: boolean;
  /** The server may not know yet. */
  isWaiting: boolean;
}

/** Whether the user takes part in projects, by what an answer of the server said and what has changed on this device since. */
export function useMemberships(answeredAt: number): (project: Pick<ListedProject, 'id' | 'is_joined'>) => Membership {
  const client = useQueryClient();
  const onAccepted = () => {
    for (const key of ['projects', 'project']) void client.invalidateQueries({ queryKey: [key] });
  };
  const changes = usePendingChanges(membershipChanges, { answeredAt, onAccepted }) ?? [];
  return (project) => resolveMembership(project, changes);
}

/** The last change counts. A refused one does not. */
export function resolveMembership(
  { id, is_joined }: Pick<ListedProject, 'id' | 'is_joined'>,
  changes: readonly MembershipChange[],
): Membership {
  const last = pickLatest(changes, (change) => change.id).get(id);
  return last ? { isJoined: last.isOn, isWaiting: last.state !== 'sent' } : { isJoined: is_joined, isWaiting: false };
}

/** How many people take part, with what the user has changed on this device. */
export function countPeople({ people, is_joined }: Pick<ListedProject, 'people' | 'is_joined'>, isJoined: boolean): number {
  return Math.max(0, people + Number(isJoined) - Number(is_joined));
}

/** Joins or leaves: shown at once, sent by the outbox. */
export function useSetMembership(): (id: string, isOn: boolean, invite?: string | null) => Promise<void> {
  const { t } = useTranslation('common');
  return async (id, isOn, invite) => {
    try {
      await setMembership(currentDatabase(), { id, isOn, ...(invite ? { invite } : {}) });
    } catch (error) {
      notifier.show('negative', t('error.storage_failed'), { cause: error });
    }
  };
}
