import { checkRegistration } from '@veld/contract';
import { api } from './veld';

let isAllowed = false;

/** Whether the instance lets visitors without an account look around (decision 0052). Without an answer it does not. */
export async function allowsBrowsing(): Promise<boolean> {
  if (isAllowed) return true;
  const answer = await api.call(checkRegistration, { body: {} }, { token: null }).catch(() => null);
  isAllowed = answer?.data.allows_browsing ?? false;
  return isAllowed;
}
