import { getObservation, ObservationWrite, OwnObservation, type putObservation, type ReplyOf, type Route, User } from '@veld/contract';
import type { HttpStack } from 'tus-js-client';
import type { Api } from '../net/api';
import { CallError } from '../net/call-error';
import type { UserDatabase } from '../db/database';
import { CONTRACT_VERSION, OUTBOX_ROUTES } from './operations';
import { HeicDecoderMissing, heicToJpeg } from '../device/heic';
import { sha256Of } from '../db/ids';
import { changePhoto } from '../records/photos';
import type { ItemError, LocalPhoto, OutboxItem } from '../db/rows';
import { UploadLost } from './upload-lost';

/** What became of one try to send one item. */
export type Outcome =
  | { kind: 'done'; observation: OwnObservation | null; user: User | null }
  /** Another version is at the server. */
  | { kind: 'conflict'; current: OwnObservation; error: ItemError }
  /** It cannot succeed as it is. */
  | { kind: 'parked'; error: ItemError }
  /** Worth another try. `isGeneral`: the trouble is not with this item, so the others need not be tried now. */
  | {
      kind: 'later';
      error: ItemError;
      retryAfter: number | null;
      isGeneral: boolean;
      isUploadLost?: true;
      /** The server wants fewer of this one call; all others may go on. */
      isRouteOnly?: true;
    }
  | { kind: 'refused' };

export interface SendParts {
  database: UserDatabase;
  api: Api;
  now: () => number;
  onProgress: (photoId: string, sent: number, total: number) => void;
  httpStack?: HttpStack;
  uploadStall?: number;
}

type Stored = ReplyOf<typeof putObservation>;

/** One try. Never throws for anything the network or the server does. */
export async function send(parts: SendParts, item: OutboxItem, token: string): Promise<Outcome> {
  try {
    if (item.contract_version > CONTRACT_VERSION) return parked(deviceError('newer_contract', parts.now()));
    return item.kind === 'photo' ? await sendPhoto(parts, item, token) : await sendCall(parts, item, token);
  } catch (error) {
    return outcomeOf(parts, item, token, error);
  }
}

async function sendCall(parts: SendParts, item: OutboxItem, token: string): Promise<Outcome> {
  const route = OUTBOX_ROUTES[item.route];
  if (!route) return parked(deviceError('unknown_call', parts.now()));
  const checked = item.kind === 'record' ? ObservationWrite.safeParse(item.input.body) : null;
  if (checked && !checked.success) {
    const errors: Record<string, string[]> = {};
    for (const issue of checked.error.issues) (errors[String(issue.path[0] ?? '')] ??= []).push(issue.message);
    return parked({ ...deviceError('validation', parts.now()), errors });
  }
  const headers = item.kind === 'record' && item.base_version > 0 ? { 'if-match': `"${item.base_version}"` } : undefined;
  const answer = (await parts.api.call<Route>(route, { ...item.input, headers } as never, { token })) as
    | Stored
    | { data?: unknown }
    | undefined;
  if (item.kind === 'record') return { kind: 'done', observation: (answer as Stored).data, user: null };
  const user = item.kind === 'call' ? User.safeParse(answer?.data) : null;
  return { kind: 'done', observation: null, user: user?.success ? user.data : null };
}

async function sendPhoto(parts: SendParts, item: OutboxItem, token: string): Promise<Outcome> {
  const { database } = parts;
  const photo = await database.read(() => database.photos.get(item.subject));
  if (!photo) return parked(deviceError('photo_missing', parts.now()));
  const isCompanionNext = item.upload_url?.endsWith(COMPANION_END) ?? false;
  const isHeic = photo.type === 'image/heic';
  let companion = isHeic ? photo.preview : null;
  const total = () => photo.byte_length + (companion?.size ?? 0);
  const way = (url: string | null, before: number) => ({
    baseUrl: parts.api.baseUrl,
    token,
    url,
    now: parts.now,
    onUrl: (next: string) => {
      // Failing to note it costs a second upload, no data.
      void database.write('sending', [database.outbox], () => database.outbox.update(item.id, { upload_url: next })).catch(() => undefined);
    },
    onProgress: (sent: number) => parts.onProgress(photo.id, before + sent, total()),
    ...(parts.httpStack ? { httpStack: parts.httpStack } : {}),
    ...(parts.uploadStall ? { stall: parts.uploadStall } : {}),
  });
  // The protocol's code is loaded with the first photo, not with the first screen.
  const { uploadFile } = await import('./upload');
  if (!isCompanionNext) await uploadFile(photo, way(item.upload_url, 0));
  // Picked where the decoder could not be fetched. The original is safe by now, whatever comes of this.
  if (isHeic && !companion) companion = await companionFor(parts, photo);
  if (companion) await uploadFile(await companionOf(photo, companion), way(isCompanionNext ? item.upload_url : null, photo.byte_length));
  return { kind: 'done', observation: null, user: null };
}

/** The JPEG of a HEIC photo, kept with it; null where the file cannot be read. Throws `HeicDecoderMissing`. */
async function companionFor({ database }: SendParts, photo: LocalPhoto): Promise<Blob | null> {
  const preview = await heicToJpeg(photo.blob).catch((error: unknown) => {
    if (error instanceof HeicDecoderMissing) throw error;
    return null;
  });
  if (preview) await database.write('sending', [database.photos], () => changePhoto(database, photo.id, { preview }));
  return preview;
}

/** How the address of a companion's upload ends. */
const COMPANION_END = '.jpeg';

async function companionOf(photo: LocalPhoto, blob: Blob) {
  return { id: photo.id, blob, sha256: await sha256Of(await blob.arrayBuffer()), type: 'image/jpeg', companion: 'jpeg' as const };
}

async function outcomeOf(parts: SendParts, item: OutboxItem, token: string, error: unknown): Promise<Outcome> {
  const now = parts.now();
  if (error instanceof UploadLost)
    return { kind: 'later', error: deviceError('upload_lost', now), retryAfter: null, isGeneral: false, isUploadLost: true };
  if (error instanceof HeicDecoderMissing)
    return { kind: 'later', error: deviceError('decoder_missing', now), retryAfter: null, isGeneral: false };
  if (!(error instanceof CallError)) throw error;
  const told = itemError(error, now);
  const later = (isGeneral: boolean) => ({ kind: 'later' as const, error: told, retryAfter: error.retryAfter, isGeneral });
  if (error.kind !== 'problem') return later(true);
  const status = error.status ?? 0;
  if (status === 401) return { kind: 'refused' };
  // What is to be deleted is not there: it is deleted.
  if (item.kind === 'deletion' && (status === 404 || status === 410)) return { kind: 'done', observation: null, user: null };
  if (status === 409 && item.kind === 'record') {
    const current = await currentVersion(parts, item, token, error);
    return current ? { kind: 'conflict', current, error: told } : later(false);
  }
  // Bytes that were damaged on the way are gone at the server: sent once more from the start.
  if (item.kind === 'photo' && status === 422 && item.tries === 0)
    return { kind: 'later', error: told, retryAfter: null, isGeneral: false, isUploadLost: true };
  if (status === 429 && error.problem?.scope === 'route') return { ...later(false), isRouteOnly: true };
  if ([408, 425, 429, 502, 503, 504].includes(status)) return later(true);
  if (status >= 500 || status === 423) return later(false);
  return parked(told);
}

/** The server's version that stands in the way: in the answer, else asked for. */
async function currentVersion(parts: SendParts, item: OutboxItem, token: string, error: CallError): Promise<OwnObservation | null> {
  const told = OwnObservation.safeParse(error.problem?.current);
  if (told.success) return told.data;
  try {
    const { data } = await parts.api.call(getObservation, { params: { id: item.subject } }, { token });
    const asked = OwnObservation.safeParse(data);
    return asked.success ? asked.data : null;
  } catch {
    return null;
  }
}

function parked(error: ItemError): Outcome {
  return { kind: 'parked', error };
}

function itemError(error: CallError, at: number): ItemError {
  const { kind, status, code, problem } = error;
  return { kind, status, code, title: problem?.title ?? null, detail: problem?.detail ?? null, errors: problem?.errors ?? null, at };
}

/** Something that this device found out by itself; screens have a sentence for each code. */
function deviceError(code: string, at: number): ItemError {
  return { kind: 'device', status: null, code, title: null, detail: null, errors: null, at };
}
