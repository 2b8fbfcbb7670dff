import { getObservation, OwnObservation } from '@veld/contract';
import type { ItemError, OutboxItem } from '../db/rows';
import { HeicDecoderMissing } from '../device/heic';
import type { Api } from '../net/api';
import { CallError } from '../net/call-error';
import type { Outcome } from './operation';
import { findOperation } from './operations';

/** What an error means for its item (table in docs/pipelines/outbox.md). Rethrows errors not caused by network or server. */
export async function outcomeOfError(
  { api, now }: { api: Api; now: () => number },
  item: OutboxItem,
  token: string,
  error: unknown,
): Promise<Outcome> {
  if (error instanceof UploadLost)
    return { kind: 'retry', error: deviceError('upload_lost', now()), retryAfter: null, scope: 'item', restartsUpload: true };
  if (error instanceof HeicDecoderMissing)
    return { kind: 'retry', error: deviceError('decoder_missing', now()), retryAfter: null, scope: 'item' };
  if (!(error instanceof CallError)) throw error;
  const facts = itemError(error, now());
  const retry = (scope: 'item' | 'route' | 'queue'): Outcome => ({ kind: 'retry', error: facts, retryAfter: error.retryAfter, scope });
  if (error.kind !== 'problem') return retry('queue');
  const status = error.status ?? 0;
  if (status === 401) return { kind: 'unauthorized' };
  const isGone = status === 410 || status === 404;
  // What it deletes or changes is gone already.
  if ((item.kind === 'deletion' && isGone) || (status === 404 && findOperation(item)?.mayBeGone))
    return { kind: 'done', observation: null, user: null };
  if (status === 422 && findOperation(item)?.mayBeUnknown) return { kind: 'done', observation: null, user: null };
  if (status === 409 && item.kind === 'record') {
    const current = await currentVersion(api, item, token, error);
    return current ? { kind: 'conflict', current, error: facts } : retry('item');
  }
  if (item.kind === 'photo' && isIdTaken(error)) return { kind: 'id_taken', error: facts };
  // The server discards data damaged in transit: retried once from the start.
  if (item.kind === 'photo' && status === 422 && item.tries === 0)
    return { kind: 'retry', error: facts, retryAfter: null, scope: 'item', restartsUpload: true };
  if (status === 429 && error.problem?.scope === 'route') return retry('route');
  if ([408, 425, 429, 502, 503, 504].includes(status)) return retry('queue');
  if (status >= 500 || status === 423) return retry('item');
  return failed(facts);
}

/**
 * Whether the server has other bytes under the photo's id. Servers up to the migration `0010_photo_owners.sql` answered 404 with the
 * last byte if they belonged to somebody else.
 */
function isIdTaken({ status, problem }: CallError): boolean {
  const text = problem?.title ?? '';
  return (status === 409 && text.includes('another photo')) || (status === 404 && text.trim() === 'Not found');
}

/** The server's version of the record, from the error response or by a request. */
async function currentVersion(api: Api, item: OutboxItem, token: string, error: CallError): Promise<OwnObservation | null> {
  const included = OwnObservation.safeParse(error.problem?.current);
  if (included.success) return included.data;
  try {
    const { data } = await api.call(getObservation, { params: { id: item.subject } }, { token });
    const requested = OwnObservation.safeParse(data);
    return requested.success ? requested.data : null;
  } catch {
    return null;
  }
}

export function failed(error: ItemError): Outcome {
  return { kind: 'failed', error };
}

function itemError(error: CallError, at: number): ItemError {
  const { kind, status, code, problem } = error;
  return { kind, status, code, title: problem?.title ?? null, detail: problem?.detail ?? null, errors: problem?.errors ?? null, at };
}

/** An error detected on the device; the outbox screen has a text for each code. */
export function deviceError(code: string, at: number): ItemError {
  return { kind: 'device', status: null, code, title: null, detail: null, errors: null, at };
}

/** The server no longer knows the upload URL; the upload has to start over. */
export class UploadLost extends Error {
  override readonly name = 'UploadLost';
}
