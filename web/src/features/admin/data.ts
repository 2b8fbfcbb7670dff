import {
  type AdminAct,
  type AdminAction,
  type AdminUser,
  type AdminUserDetails,
  type BodyOf,
  countOrphans,
  type CountryCode,
  deleteAccount,
  deleteAppVersion,
  type FailedJob,
  endUserSessions,
  getAdminOverview,
  getAdminUser,
  getStorageFigures,
  getVisitorSettings,
  listAdminActs,
  listAdminUsers,
  listAppVersions,
  listJobs,
  patchUser,
  putAppVersion,
  putVisitorSettings,
  type QueryOf,
  retryJob,
  type Role,
} from '@veld/contract';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../local/app/veld';

export type { AdminAct, AdminAction, AdminUser, AdminUserDetails, CountryCode, FailedJob, Role };

/** The administration needs the network, and nothing of it stays on the device. */
export const KEY = ['admin'];

export function useOverview() {
  const query = useQuery({ queryKey: [...KEY, 'overview'], queryFn: ({ signal }) => api.call(getAdminOverview, {}, { signal }) });
  return { figures: query.data?.data, failure: query.data ? null : query.error, retry: () => void query.refetch() };
}

type UsersQuery = Omit<QueryOf<typeof listAdminUsers>, 'cursor' | 'limit'>;

/** Open accounts, in pages. */
export function useAdminUsers(filter: UsersQuery) {
  const query = useInfiniteQuery({
    queryKey: [...KEY, 'users', filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(listAdminUsers, { query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    // The list stays while the next one loads.
    placeholderData: (previous) => previous,
  });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.data), [query.data]);
  return { rows, total: query.data?.pages[0]?.total ?? 0, ...describePages(query) };
}

/** What admins have done, in pages; of one kind, or to one person. */
export function useAdminActs(filter: { action?: AdminAction; user_id?: string }) {
  const query = useInfiniteQuery({
    queryKey: [...KEY, 'log', filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(listAdminActs, { query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
  });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.data), [query.data]);
  return { rows, ...describePages(query) };
}

interface Pages {
  error: Error | null;
  data: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

export function describePages(query: Pages) {
  return {
    failure: query.data ? null : query.error,
    retry: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isLoadingMore: query.isFetchingNextPage,
  };
}

export function useAdminUser(id: string) {
  const query = useQuery({
    queryKey: [...KEY, 'user', id],
    queryFn: ({ signal }) => api.call(getAdminUser, { params: { id } }, { signal }),
  });
  return { person: query.data?.data, failure: query.data ? null : query.error, retry: () => void query.refetch() };
}

/** Runs what changes the administration, and then asks for everything again. */
export function useAdminChange() {
  const client = useQueryClient();
  return async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } finally {
      await client.invalidateQueries({ queryKey: KEY });
    }
  };
}

export async function changeUser(id: string, body: { roles?: Role[]; is_pro?: boolean }): Promise<void> {
  await api.call(patchUser, { params: { id }, body });
}

export async function closeAccount(id: string, reason: string): Promise<void> {
  await api.call(deleteAccount, { body: { user_id: id, reason } });
}

export async function logOutEverywhere(id: string): Promise<void> {
  await api.call(endUserSessions, { params: { id } });
}

export function useJobs() {
  const query = useQuery({ queryKey: [...KEY, 'jobs'], queryFn: ({ signal }) => api.call(listJobs, {}, { signal }) });
  return { jobs: query.data, failure: query.data ? null : query.error, retry: () => void query.refetch() };
}

export async function runAgain(queue: string, id: string): Promise<void> {
  await api.call(retryJob, { params: { queue, id } });
}

export function useStorageFigures() {
  const query = useQuery({ queryKey: [...KEY, 'storage'], queryFn: ({ signal }) => api.call(getStorageFigures, {}, { signal }) });
  return { figures: query.data?.data, failure: query.data ? null : query.error, retry: () => void query.refetch() };
}

export async function findOrphans(): Promise<{ files: number; bytes: number }> {
  return (await api.call(countOrphans, {})).data;
}

export function useVersions() {
  const query = useQuery({ queryKey: [...KEY, 'versions'], queryFn: ({ signal }) => api.call(listAppVersions, {}, { signal }) });
  return { versions: query.data?.data, failure: query.data ? null : query.error, retry: () => void query.refetch() };
}

export type VersionForm = BodyOf<typeof putAppVersion>;

export async function saveVersion(version: string, body: VersionForm): Promise<void> {
  await api.call(putAppVersion, { params: { version }, body });
}

export async function withdrawVersion(version: string): Promise<void> {
  await api.call(deleteAppVersion, { params: { version } });
}

/** What people without an account may see. */
export function useVisitorSettings() {
  const query = useQuery({ queryKey: [...KEY, 'visitors'], queryFn: ({ signal }) => api.call(getVisitorSettings, {}, { signal }) });
  return { settings: query.data?.data, failure: query.data ? null : query.error, retry: () => void query.refetch() };
}

export const saveVisitorSettings = (body: BodyOf<typeof putVisitorSettings>) => api.call(putVisitorSettings, { body });
