import { listUsers, patchUser } from '@veld/contract';
import { useQuery } from '@tanstack/react-query';
import { api, auth } from '../../local/app/veld';

const KEY = ['users'];

/** The users whose names contain a text; only for admins, needs the network. */
export function useUsersNamed(name: string, isEnabled = true) {
  const query = useQuery({
    queryKey: [...KEY, name],
    queryFn: ({ signal }) => api.call(listUsers, { query: name === '' ? {} : { name } }, { signal }),
    enabled: isEnabled,
    // The list stays while the next one loads.
    placeholderData: (previous) => previous,
  });
  return { users: query.data?.data, totals: query.data?.totals, hasFailed: query.isError, retry: query.refetch };
}

/** Whether the user is an admin, and whether leaving takes a successor; undefined while that is unknown. */
export function useAdmins(isEnabled: boolean) {
  const isAdmin = auth.state().user?.roles.includes('admin') ?? false;
  const { totals, hasFailed, retry } = useUsersNamed('', isAdmin && isEnabled);
  const isLast = totals && totals.admins <= 1;
  return {
    isAdmin,
    isAlone: totals && totals.users <= 1,
    needsSuccessor: isAdmin ? isLast && totals.users > 1 : false,
    hasFailed: hasFailed && totals === undefined,
    retry,
  };
}

/** Gives up the own role of admin; the last admin names a successor. */
export async function giveUpAdmin(successorId: string | null): Promise<void> {
  const { user } = auth.state();
  if (!user) return;
  const body = { roles: user.roles.filter((role) => role !== 'admin'), ...(successorId === null ? {} : { successor_id: successorId }) };
  await api.call(patchUser, { params: { id: user.id }, body });
  await auth.fetchUser();
}
