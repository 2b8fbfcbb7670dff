import { type putObservation, type ReplyOf, type Route, User } from '@veld/contract';
import type { HttpStack } from 'tus-js-client';
import type { Api } from '../net/api';
import type { UserDatabase } from '../db/database';
import { bodyErrors, CONTRACT_VERSION, type Outcome } from './operation';
import { findOperation } from './operations';
import { deviceError, failed, outcomeOfError } from './send-outcome';
import { HeicDecoderMissing, heicToJpeg } from '../device/heic';
import { hashSha256 } from '../db/ids';
import { changePhoto } from '../records/photos';
import type { LocalPhoto, OutboxItem } from '../db/rows';

export interface SendParts {
  database: UserDatabase;
  api: Api;
  now: () => number;
  onProgress: (photoId: string, sent: number, total: number) => void;
  httpStack?: HttpStack;
  uploadStall?: number;
}

type Stored = ReplyOf<typeof putObservation>;

/** Makes one attempt. Never throws for network or server errors. */
export async function send(parts: SendParts, item: OutboxItem, token: string): Promise<Outcome> {
  try {
    if (item.contract_version > CONTRACT_VERSION) return failed(deviceError('newer_contract', parts.now()));
    return item.kind === 'photo' ? await sendPhoto(parts, item, token) : await sendCall(parts, item, token);
  } catch (error) {
    return outcomeOfError(parts, item, token, error);
  }
}

async function sendCall(parts: SendParts, item: OutboxItem, token: string): Promise<Outcome> {
  const operation = findOperation(item);
  if (!operation) return failed(deviceError('unknown_call', parts.now()));
  if (operation.send) return operation.send(parts, item, token);
  const errors = bodyErrors(operation, item.input);
  if (errors) return failed({ ...deviceError('validation', parts.now()), errors });
  const headers = operation.reconcile === 'save' && item.base_version > 0 ? { 'if-match': `"${item.base_version}"` } : undefined;
  const query = operation.query?.(item.created_at);
  const route: Route = operation.route as Route;
  const answer = (await parts.api.call(route, { ...item.input, query, headers } as never, { token })) as
    | Stored
    | { data?: unknown }
    | undefined;
  if (operation.reconcile === 'save') return { kind: 'done', observation: (answer as Stored).data, user: null };
  const user = operation.reconcile === 'user' ? User.safeParse(answer?.data) : null;
  return { kind: 'done', observation: null, user: user?.success ? user.data : null };
}

async function sendPhoto(parts: SendParts, item: OutboxItem, token: string): Promise<Outcome> {
  const { database } = parts;
  const photo = await database.read(() => database.photos.get(item.subject));
  if (!photo) return failed(deviceError('photo_missing', parts.now()));
  const isCompanionNext = item.upload_url?.endsWith(COMPANION_END) ?? false;
  const isHeic = photo.type === 'image/heic';
  let companion = isHeic ? photo.preview : null;
  const total = () => photo.byte_length + (companion?.size ?? 0);
  const uploadParts = (url: string | null, before: number) => ({
    baseUrl: parts.api.baseUrl,
    token,
    language: parts.api.language(),
    url,
    now: parts.now,
    onUrl: (next: string) => {
      // If this write fails, the upload starts over; no data is lost.
      void database.write('sending', [database.outbox], () => database.outbox.update(item.id, { upload_url: next })).catch(() => undefined);
    },
    onProgress: (sent: number) => parts.onProgress(photo.id, before + sent, total()),
    ...(parts.httpStack ? { httpStack: parts.httpStack } : {}),
    ...(parts.uploadStall ? { stall: parts.uploadStall } : {}),
  });
  // Loaded with the first photo, to keep the upload library out of the first script.
  const { uploadFile } = await import('./upload');
  if (!isCompanionNext) await uploadFile(photo, uploadParts(item.upload_url, 0));
  // The decoder could not be loaded when the photo was picked. The original is already on the server.
  if (isHeic && !companion) companion = await companionFor(parts, photo);
  if (companion)
    await uploadFile(await companionOf(photo, companion), uploadParts(isCompanionNext ? item.upload_url : null, photo.byte_length));
  return { kind: 'done', observation: null, user: null };
}

/** Makes and stores the JPEG of a HEIC photo; null if the file cannot be decoded. Throws `HeicDecoderMissing`. */
async function companionFor({ database }: SendParts, photo: LocalPhoto): Promise<Blob | null> {
  const preview = await heicToJpeg(photo.blob).catch((error: unknown) => {
    if (error instanceof HeicDecoderMissing) throw error;
    return null;
  });
  if (preview) await database.write('sending', [database.photos], () => changePhoto(database, photo.id, { preview }));
  return preview;
}

/** Suffix of the upload URL of a companion. */
const COMPANION_END = '.jpeg';

async function companionOf(photo: LocalPhoto, blob: Blob) {
  return { id: photo.id, blob, sha256: await hashSha256(await blob.arrayBuffer()), type: 'image/jpeg', companion: 'jpeg' as const };
}
