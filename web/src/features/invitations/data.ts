import { deleteInvitation, type Invitation, listInvitations, putInvitation } from '@veld/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../local/app/veld';
import { newId, newToken } from '../../local/db/ids';

const KEY = ['invitations'];

/** Invitations, newest first, and who can create an account. */
export function useInvitations() {
  const client = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.call(listInvitations, {}, { signal }) });
  const refresh = () => client.invalidateQueries({ queryKey: KEY });
  return { invitations: query.data?.data, registration: query.data?.registration, failure: query.error, retry: query.refetch, refresh };
}

export interface InvitationValues {
  label: string;
  days: number;
  max_uses: number;
}

/** Id and token of an invitation. Sending it again with the same ones does not create a second invitation. */
export interface PreparedInvitation {
  id: string;
  token: string;
}

export function prepareInvitation(): PreparedInvitation {
  return { id: newId(), token: newToken() };
}

export async function createInvitation({ id, token }: PreparedInvitation, values: InvitationValues): Promise<Invitation> {
  return (await api.call(putInvitation, { params: { id }, body: { token, ...values } })).data;
}

export async function revokeInvitation(id: string): Promise<void> {
  await api.call(deleteInvitation, { params: { id } });
}

/** The link to send to people; nobody can read the token from the server later. */
export function inviteLink(token: string, home = location.origin): string {
  return `${home}/register?invite=${token}`;
}
