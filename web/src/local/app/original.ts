import { getOriginal, pathFor } from '@veld/contract';
import { CallError } from '../net/call-error';
import { api, auth } from './veld';

/** How long the server may take to begin. The bytes may take longer. */
const START_MS = 30_000;

/** The original bytes of one of the person's photos, from the server. Throws a `CallError`. */
export async function fetchOriginal(id: string, signal: AbortSignal): Promise<Blob> {
  const { token } = auth.state();
  const begun = new AbortController();
  const timer = setTimeout(() => begun.abort(), START_MS);
  try {
    const response = await fetch(api.baseUrl + pathFor(getOriginal, { id }), {
      headers: { authorization: `Bearer ${token ?? ''}` },
      redirect: 'manual',
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.any([signal, begun.signal]),
    });
    clearTimeout(timer);
    if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('image/'))
      throw new CallError('not_ours', { status: response.status, message: `No photo but an answer ${response.status}` });
    return await response.blob();
  } catch (error) {
    if (error instanceof CallError || signal.aborted) throw error;
    throw new CallError(begun.signal.aborted ? 'timeout' : 'network', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
