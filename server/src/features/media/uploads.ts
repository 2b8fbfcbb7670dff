import { Server, type ServerOptions, type Upload } from '@tus/server';
import { MAX_MEDIA_BYTES, UPLOADS_PATH } from '@veld/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mkdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Context } from '../../http/context.ts';
import { sendUnknown } from '../../http/errors.ts';
import { Fault } from '../../http/fault.ts';
import { type Caller, loggedIn } from '../accounts/access.ts';
import { findStored, finishUpload, ID_TAKEN, readMetadata, UploadFault } from './finish.ts';
import { uploadQuota } from './quota.ts';
import { formatUploadName, parseUploadHeader, parseUploadName, tusId, type UploadRequest, uploadRequests } from './upload-names.ts';
import { FileStore } from '@tus/file-store';
import { keyedQueue } from '../../http/keyed-queue.ts';

/** The version of tus that the server supports. */
const TUS_VERSION = '1.0.0';

const OVERRIDABLE = ['HEAD', 'PATCH', 'DELETE', 'OPTIONS', 'POST'];

/*
 * Resumable uploads: tus 1.0 with creation, creation-with-upload, termination and expiration. For clients:
 *
 * 1. The address of an upload is `/api/uploads/<photo id>`, so a device need not store addresses: it passes
 *    `uploadUrl: '/api/uploads/<photo id>'` and `endpoint: '/api/uploads'` to tus-js-client. The client sends HEAD first and
 *    resumes at the offset, or creates the upload after a 404 or 410.
 * 2. `Upload-Metadata`: `id` (UUID v4 of the photo), `sha256` (hex, of the whole file), `type` (one of MEDIA_TYPES). The JPEG
 *    of a HEIC photo has the same `id`, the SHA-256 of the JPEG, `type: image/jpeg` and `companion: jpeg`; its address is
 *    `/api/uploads/<photo id>.jpeg`, and it must be sent after the original.
 * 3. After a successful last PATCH the whole file is stored, and its length and hash match. For a photo that is stored already,
 *    HEAD, POST and PATCH return `Upload-Offset` equal to `Upload-Length`, and `Upload-Stored: 1`.
 * 4. A client that can send only POST sends the method of a request in `X-HTTP-Method-Override`.
 * 5. Errors are lines of text with the statuses of tus. 422: metadata, length or hash are wrong; the bytes were deleted, and the
 *    upload must be restarted. 409 with `another photo`: the person has other bytes under this id. 413: more than 50 MB.
 * 6. Incomplete uploads expire after 7 days.
 * 7. A POST beyond the limits of the account (quota.ts) gets a problem with status 413: `quota_exceeded`, or `unfinished_uploads`.
 *    It creates nothing, and succeeds once there is space.
 */

export const UPLOAD_LIFE_MS = 7 * 86_400_000;

export function uploadFolder(context: Context): string {
  return join(context.config.DATA_DIR, 'uploads');
}

export function registerUploads(app: FastifyInstance, context: Context): void {
  const folder = uploadFolder(context);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store = new UploadStore({ directory: folder, expirationPeriodInMilliseconds: UPLOAD_LIFE_MS });
  const finish = uploadFinisher(context, folder);
  const tus = tusServer(context, store, finish);
  const quota = uploadQuota(context, folder);

  /** Finishes an upload whose bytes are complete but whose server stopped before it finished it. */
  async function finishInterrupted(caller: Caller, name: string): Promise<void> {
    const upload = await store.onDisk(tusId(caller.userId, name)).catch(() => null);
    if (upload && upload.size !== undefined && upload.offset === upload.size && upload.size > 0) await finish(caller, upload);
  }

  /** The response for a photo that is stored already; null if tus must handle the request. */
  async function storedResponse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | null> {
    const upload = uploadRequests.get(request.raw);
    const declared = request.method === 'POST' ? parseUploadHeader(request) : null;
    const name = declared ? formatUploadName(declared) : (request.params as { id?: string }).id;
    const photo = name && request.method !== 'DELETE' ? parseUploadName(name) : null;
    if (!upload || !name || !photo) return null;
    upload.name = name;
    try {
      await finishInterrupted(upload.caller, name);
      const stored = await findStored(context, upload.caller.userId, photo);
      return stored && sendStored(request, reply, name, stored);
    } catch (error) {
      if (error instanceof UploadFault) return sendText(reply, error.status_code, error.body);
      throw error;
    }
  }

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const fault = protocolFault(request);
    if (fault) return sendText(reply.header('tus-version', TUS_VERSION), fault.status, fault.text);
    const stored = await storedResponse(request, reply);
    if (stored) return stored;
    const release = await reserve(request, reply);
    // tus writes to the raw response, which does not have the headers set by hooks.
    for (const [header, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(header, value);
    reply.raw.setHeader('cache-control', 'no-store');
    reply.hijack();
    // From now on the file counts.
    await tus.handle(request.raw, reply.raw).finally(release);
    return reply;
  }

  /** Checks the limits of the account for a new upload. tus reports a length or metadata that are missing or invalid. */
  async function reserve(request: FastifyRequest, reply: FastifyReply): Promise<() => void> {
    const upload = uploadRequests.get(request.raw);
    const length = Number(request.headers['upload-length']);
    const isNew = request.method === 'POST' && Number.isSafeInteger(length) && length > 0 && length <= MAX_MEDIA_BYTES;
    if (!isNew || !upload?.name) return () => {};
    void reply.header('tus-resumable', TUS_VERSION);
    return quota.reserve(upload.caller.userId, upload.name, length);
  }

  /** POST with the address of an upload is a request of another method, or of none. */
  function overriddenHandler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | FastifyReply {
    return request.method === 'POST' ? sendUnknown(request, reply) : handler(request, reply);
  }

  async function onRequest(request: FastifyRequest): Promise<void> {
    if (!overrideMethod(request)) throw new Fault('malformed');
    uploadRequests.set(request.raw, { caller: await loggedIn(context)(request), name: null });
  }

  void app.register(async (scope) => {
    // tus reads the bytes from the raw request.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const options = { schema: { hide: true }, bodyLimit: MAX_MEDIA_BYTES + 1024, handler };
    scope.route({ method: 'OPTIONS', url: UPLOADS_PATH, ...options });
    scope.route({ method: 'POST', url: UPLOADS_PATH, ...options, onRequest });
    scope.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `${UPLOADS_PATH}/:id`, ...options, onRequest });
    scope.route({ method: 'POST', url: `${UPLOADS_PATH}/:id`, ...options, handler: overriddenHandler, onRequest });
  });
}

function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  { length, sha256 }: { length: number; sha256: string | null },
): FastifyReply {
  if (request.method === 'POST') {
    if (sha256 !== null && sha256 !== parseUploadHeader(request)?.sha256) return sendText(reply, 409, `${ID_TAKEN}\n`);
    void reply.header('location', `${UPLOADS_PATH}/${name}`);
  }
  return reply
    .code(request.method === 'POST' ? 201 : request.method === 'HEAD' ? 200 : 204)
    .headers({
      'tus-resumable': TUS_VERSION,
      'upload-offset': String(length),
      'upload-length': String(length),
      'upload-stored': '1',
      'cache-control': 'no-store',
    })
    .send();
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('tus-resumable', TUS_VERSION).header('cache-control', 'no-store').type('text/plain').send(text);
}

/**
 * Gives a request the method in X-HTTP-Method-Override, for clients that can send only GET and POST. tus requires a server to
 * ignore the actual method then. False if the header names a method that uploads do not have.
 */
function overrideMethod(request: FastifyRequest): boolean {
  const header = request.headers['x-http-method-override'];
  if (header === undefined) return true;
  const method = String(header).toUpperCase();
  if (!OVERRIDABLE.includes(method)) return false;
  request.raw.method = method;
  return true;
}

interface ProtocolFault {
  status: 412 | 415;
  text: string;
}

/** Checks what tus 1.0 requires of every request and `@tus/server` answers with another status. Null if nothing is wrong. */
function protocolFault(request: Pick<FastifyRequest, 'method' | 'headers'>): ProtocolFault | null {
  const { method, headers } = request;
  if (method === 'OPTIONS') return null;
  if (headers['tus-resumable'] !== TUS_VERSION) return { status: 412, text: `Tus-Resumable must be ${TUS_VERSION}\n` };
  const hasBody = Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers;
  const needsType = method === 'PATCH' || (method === 'POST' && hasBody);
  if (needsType && headers['content-type'] !== 'application/offset+octet-stream')
    return { status: 415, text: 'Content-Type must be application/offset+octet-stream\n' };
  return null;
}

type TusRequest = Parameters<NonNullable<ServerOptions['onUploadCreate']>>[0];

type ErrorResponse = { status_code: number; body: string } | undefined;

function uploadRequestOf(request: TusRequest): UploadRequest | undefined {
  const raw = request.runtime?.node?.req as IncomingMessage | undefined;
  return raw && uploadRequests.get(raw);
}

function callerOf(request: TusRequest): Caller {
  const caller = uploadRequestOf(request)?.caller;
  if (!caller) throw new UploadFault(401, 'Log in');
  return caller;
}

/** Returns a function that moves a complete upload from `folder` to the photo store. */
function uploadFinisher(context: Context, folder: string) {
  return (caller: Caller, upload: { id: string; size?: number; metadata?: Record<string, string | null> }): Promise<void> =>
    finishUpload(context, {
      userId: caller.userId,
      metadata: readMetadata(upload.metadata),
      path: join(folder, upload.id),
      length: upload.size ?? -1,
    });
}

/** A tus server over the store of incomplete uploads, with Veld's ids, owners and errors. */
function tusServer(context: Context, store: UploadStore, finish: ReturnType<typeof uploadFinisher>): Server {
  return new Server({
    path: UPLOADS_PATH,
    datastore: store,
    maxSize: MAX_MEDIA_BYTES,
    relativeLocation: true,
    allowedOrigins: (origin) => context.config.CORS_ORIGINS.includes(origin),
    exposedHeaders: ['Upload-Stored'],
    namingFunction: (request, metadata) => tusId(callerOf(request).userId, formatUploadName(readMetadata(metadata))),
    generateUrl: (_request, { path, id }) => `${path}/${id.slice(id.indexOf('.') + 1)}`,
    getFileIdFromRequest: (request, name) => (name && parseUploadName(name) ? tusId(callerOf(request).userId, name) : undefined),
    async onUploadCreate(request, upload) {
      if (upload.sizeIsDeferred || !upload.size) throw new UploadFault(400, 'Upload-Length is required');
      const metadata = readMetadata(upload.metadata);
      if (metadata.companion && !(await findStored(context, callerOf(request).userId, { id: metadata.id })))
        throw new UploadFault(409, 'Send the original first');
      return {};
    },
    async onUploadFinish(request, upload) {
      await finish(callerOf(request), upload);
      if (request.method === 'POST') store.cacheFinished(upload);
      return { headers: { 'Upload-Stored': '1' } };
    },
    onResponseError: (request, error) => errorResponse(context, request, error),
  });
}

/** `error` is an `UploadFault`, an object with status and text thrown by tus, or an error of the server. */
async function errorResponse(context: Context, request: TusRequest, error: Error | NonNullable<ErrorResponse>): Promise<ErrorResponse> {
  if (error instanceof Error && !(error instanceof UploadFault)) return serverError(context, error);
  // Another request has finished this upload in the meantime. 423 makes the client retry and find the photo stored.
  if ([404, 410].includes(error.status_code) && (await isStored(context, request)))
    return { status_code: 423, body: 'Another request has just finished this upload\n' };
  if (error instanceof UploadFault) return { status_code: error.status_code, body: error.body };
  // A missing header; 403 would say that another person may do it.
  if (error.status_code === 403) return { status_code: 400, body: error.body };
  // tus reports a full disk as a failed write. Its other texts contain no details of the server.
  return error.body.startsWith('Something went wrong receiving') ? { status_code: 507, body: 'No storage space left\n' } : undefined;
}

function serverError(context: Context, error: NodeJS.ErrnoException): ErrorResponse {
  context.log.warn({ err: { name: error.name, code: error.code } }, 'upload failed');
  return error.code === 'ENOSPC' ? { status_code: 507, body: 'No storage space left\n' } : { status_code: 503, body: 'Try again\n' };
}

async function isStored(context: Context, request: TusRequest): Promise<boolean> {
  const upload = uploadRequestOf(request);
  const photo = upload?.name ? parseUploadName(upload.name) : null;
  return photo !== null && (await findStored(context, upload!.caller.userId, photo)) !== null;
}

/** How long a finished upload stays in memory. */
const CACHE_MS = 60_000;

/**
 * The folder of incomplete uploads. After a POST with the whole file, tus reads the offset once more, but by then the file has moved
 * to the photo store. Therefore finished uploads stay in memory for a minute, or until the id is created again.
 *
 * Creating an upload truncates and rewrites its files, and tus reads them outside its lock. Of two simultaneous POST requests for
 * one id, the first could read incomplete files of the second and return 404. Therefore the store creates and reads the uploads of
 * each id one after another.
 */
export class UploadStore extends FileStore {
  readonly #finished = new Map<string, Upload>();
  readonly #enqueue = keyedQueue();

  /** Without `creation-defer-length`, because the server checks the length against the limits of the account. */
  override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination'];

  override create(upload: Upload): Promise<Upload> {
    return this.#enqueue(upload.id, () => {
      this.#finished.delete(upload.id);
      return super.create(upload);
    });
  }

  override async getUpload(id: string): Promise<Upload> {
    return this.#finished.get(id) ?? this.onDisk(id);
  }

  /** Reads an upload from the folder only. */
  onDisk(id: string): Promise<Upload> {
    return this.#enqueue(id, () => super.getUpload(id));
  }

  cacheFinished(upload: Upload): void {
    this.#finished.set(upload.id, upload);
    setTimeout(() => {
      if (this.#finished.get(upload.id) === upload) this.#finished.delete(upload.id);
    }, CACHE_MS).unref();
  }
}
