import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deletePortrait, getOwnProfile, type OwnProfileTexts, type ProfileDraft, putOwnProfile, putPortrait } from '@veld/contract';
import { api } from '../../../local/app/veld';
import { useUser } from '../../../shared/session/session';

const KEY = ['own-profile'];

/** What the user wrote about themselves, as the server has it. */
export function useOwnTexts() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await api.call(getOwnProfile, {}, { signal })).data,
    meta: { persist: true },
  });
}

/** Replaces what is kept of the own profile. The profile as others see it is asked for again. */
export function useStoreTexts(): (texts: OwnProfileTexts) => void {
  const client = useQueryClient();
  const { id } = useUser();
  return (texts) => {
    client.setQueryData(KEY, texts);
    void client.invalidateQueries({ queryKey: ['person', id] });
  };
}

export async function saveProfile(draft: ProfileDraft): Promise<OwnProfileTexts> {
  return (await api.call(putOwnProfile, { body: draft })).data;
}

export async function savePortrait(picture: string): Promise<OwnProfileTexts> {
  return (await api.call(putPortrait, { body: { picture } })).data;
}

export async function removePortrait(): Promise<void> {
  await api.call(deletePortrait, {});
}
