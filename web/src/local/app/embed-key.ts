import { getEmbedCounter } from '@veld/contract';
import type { Api } from '../net/api';
import { CallError } from '../net/call-error';

/** Whether the server knows the key of an embed. Throws if it cannot say. */
export async function isEmbedKey(api: Pick<Api, 'call'>, key: string): Promise<boolean> {
  try {
    await api.call(getEmbedCounter, { query: { key } }, { token: null });
    return true;
  } catch (error) {
    if (error instanceof CallError && error.kind === 'problem' && error.status === 404) return false;
    throw error;
  }
}
