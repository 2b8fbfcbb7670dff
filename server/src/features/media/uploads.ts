import { mkdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { MAX_MEDIA_BYTES, UPLOADS_PATH } from '@veld/contract';
import { FileStore } from '@tus/file-store';
import { Server, type ServerOptions, Upload } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../http/context.ts';
import { type Caller, loggedIn } from '../accounts/access.ts';
import { findStored, finishUpload, readMetadata, UploadFault, type UploadMetadata } from './finish.ts';

/*
 * Resumable uploads: tus 1.0 (with creation, creation-with-upload, termination and expiration). What a device needs to know:
 *
 * 1. The address of an upload is `/api/uploads/<photo id>`, known before anything is sent. So a device keeps no address: it
 *    gives tus-js-client `uploadUrl: '/api/uploads/<photo id>'` beside `endpoint: '/api/uploads'`. The client asks HEAD first
 *    and goes on from the offset, or makes the upload where HEAD says 404 or 410.
 * 2. `Upload-Metadata`: `id` (uuid v4 of the photo), `sha256` (hex, of the whole file), `type` (one of MEDIA_TYPES). For the
 *    JPEG of a HEIC photo the same `id`, the sha256 of the JPEG, `type: image/jpeg` and `companion: jpeg`; its address is
 *    `/api/uploads/<photo id>.jpeg` and it comes after the original.
 * 3. The answer to the last PATCH means: the whole file is stored, length and hash fit. A photo that is stored already
 *    answers HEAD, POST and PATCH with `Upload-Offset` equal to `Upload-Length` and `Upload-Stored: 1`: done, nothing is lost
 *    by asking twice.
 * 4. Errors are lines of text with tus's own statuses. 422: metadata, length or hash are wrong, and what was sent is gone:
 *    begin anew. 409 with `another photo`: this id is taken by other bytes. 413: more than 50 MB. Somebody else's photo: 404.
 * 5. Incomplete uploads expire 7 days after they were made.
 */

export const UPLOAD_LIFE_MS = 7 * 86_400_000;

/** How long a finished POST may still be asked for by its own request. */
const REMEMBER_MS = 60_000;

export function uploadFolder(context: Context): string {
  return join(context.config.DATA_DIR, 'uploads');
}

const callers = new WeakMap<IncomingMessage, Caller>();
/** Which upload a request is about. */
const names = new WeakMap<IncomingMessage, string>();

/**
 * After a POST that carried the whole file, tus asks the store once more how far that file is; by then it has moved to the
 * photos. It is told from memory, as often as it asks and whoever else asks meanwhile, until the id is begun anew.
 */
class FinishedAwareStore extends FileStore {
  readonly #finished = new Map<string, Upload>();

  override async create(upload: Upload): Promise<Upload> {
    this.#finished.delete(upload.id);
    return super.create(upload);
  }

  override async getUpload(id: string): Promise<Upload> {
    return this.#finished.get(id) ?? super.getUpload(id);
  }

  /** As far as the folder tells. */
  onDisk(id: string): Promise<Upload> {
    return super.getUpload(id);
  }

  remember(upload: Upload): void {
    this.#finished.set(upload.id, upload);
    setTimeout(() => {
      if (this.#finished.get(upload.id) === upload) this.#finished.delete(upload.id);
    }, REMEMBER_MS).unref();
  }
}

type TusRequest = Parameters<NonNullable<ServerOptions['onUploadCreate']>>[0];

function callerOf(request: TusRequest): Caller {
  const caller = request.runtime?.node && callers.get(request.runtime.node.req as IncomingMessage);
  if (!caller) throw new UploadFault(401, 'Log in');
  return caller;
}

/** `<photo id>` or `<photo id>.jpeg`; the person's id stands before it in the folder, so that no two people share an upload. */
const NAME = /^([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})(\.jpeg)?$/;

function tusId(userId: string, name: string): string {
  return `${userId}.${name}`;
}

function nameOf(metadata: UploadMetadata): string {
  return metadata.companion ? `${metadata.id}.jpeg` : metadata.id;
}

export function registerUploads(app: FastifyInstance, context: Context): void {
  const folder = uploadFolder(context);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store = new FinishedAwareStore({ directory: folder, expirationPeriodInMilliseconds: UPLOAD_LIFE_MS });
  const finish = (caller: Caller, upload: { id: string; size?: number; metadata?: Record<string, string | null> }) =>
    finishUpload(context, {
      userId: caller.userId,
      metadata: readMetadata(upload.metadata),
      path: join(folder, upload.id),
      length: upload.size ?? -1,
    });
  const tus = new Server({
    path: UPLOADS_PATH,
    datastore: store,
    maxSize: MAX_MEDIA_BYTES,
    relativeLocation: true,
    allowedOrigins: (origin) => context.config.CORS_ORIGINS.includes(origin),
    exposedHeaders: ['Upload-Stored'],
    namingFunction: (request, metadata) => tusId(callerOf(request).userId, nameOf(readMetadata(metadata))),
    generateUrl: (_request, { path, id }) => `${path}/${id.slice(id.indexOf('.') + 1)}`,
    getFileIdFromRequest: (request, name) => (name && NAME.test(name) ? tusId(callerOf(request).userId, name) : undefined),
    async onUploadCreate(request, upload) {
      if (upload.sizeIsDeferred || !upload.size) throw new UploadFault(400, 'Upload-Length is needed');
      const metadata = readMetadata(upload.metadata);
      if (metadata.companion && !(await findStored(context, callerOf(request).userId, { id: metadata.id })))
        throw new UploadFault(409, 'The original comes first');
      return {};
    },
    async onUploadFinish(request, upload) {
      await finish(callerOf(request), upload);
      if (request.method === 'POST') store.remember(upload);
      return { headers: { 'Upload-Stored': '1' } };
    },
    async onResponseError(request, error) {
      // Finished by another request while this one was under way: asked again, it hears that the photo is stored.
      if (
        !(error instanceof Error && !(error instanceof UploadFault)) &&
        [404, 410].includes(error.status_code) &&
        (await isStored(request))
      )
        return { status_code: 423, body: 'Another request has just finished this\n' };
      if (error instanceof UploadFault) return { status_code: error.status_code, body: error.body };
      if (!(error instanceof Error)) {
        // tus's own words, without what it may have added; a disk that is full says so by a failed write.
        return error.body.startsWith('Something went wrong receiving') ? { status_code: 507, body: 'No room\n' } : undefined;
      }
      context.log.warn({ err: { name: error.name, code: (error as NodeJS.ErrnoException).code } }, 'upload');
      const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC';
      return { status_code: isFull ? 507 : 503, body: isFull ? 'No room\n' : 'Try again\n' };
    },
  });

  async function isStored(request: TusRequest): Promise<boolean> {
    const raw = request.runtime?.node?.req as IncomingMessage | undefined;
    const caller = raw && callers.get(raw);
    const name = raw && names.get(raw);
    if (!caller || !name) return false;
    const [, id, jpeg] = NAME.exec(name)!;
    return (await findStored(context, caller.userId, { id: id!, ...(jpeg ? { companion: 'jpeg' as const } : {}) })) !== null;
  }

  /** An upload whose last bytes are here but that was never finished: the server ended in between. */
  async function finishLeftover(caller: Caller, name: string): Promise<void> {
    const id = tusId(caller.userId, name);
    const left = await store.onDisk(id).catch(() => null);
    if (left && left.size !== undefined && left.offset === left.size && left.size > 0) await finish(caller, left);
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caller = callers.get(request.raw);
    const declared = request.method === 'POST' ? metadataOf(request) : null;
    const name = declared ? nameOf(declared) : (request.params as { id?: string }).id;
    if (caller && name && request.method !== 'DELETE' && NAME.test(name)) {
      names.set(request.raw, name);
      const [, id, jpeg] = NAME.exec(name)!;
      try {
        await finishLeftover(caller, name);
        const stored = await findStored(context, caller.userId, { id: id!, ...(jpeg ? { companion: 'jpeg' as const } : {}) });
        if (stored) return answerStored(request, reply, name, stored);
      } catch (error) {
        if (error instanceof UploadFault) return sendText(reply, error.status_code, error.body);
        throw error;
      }
    }
    for (const [header, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(header, value);
    reply.raw.setHeader('cache-control', 'no-store');
    reply.hijack();
    await tus.handle(request.raw, reply.raw);
    return reply;
  }

  const remember = async (request: FastifyRequest) => {
    callers.set(request.raw, await loggedIn(context)(request));
  };
  void app.register(async (scope) => {
    // The bytes are read by tus from the request itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const options = { schema: { hide: true }, bodyLimit: MAX_MEDIA_BYTES + 1024 };
    scope.route({ method: 'OPTIONS', url: UPLOADS_PATH, ...options, handler: answer });
    scope.route({ method: 'POST', url: UPLOADS_PATH, ...options, onRequest: remember, handler: answer });
    scope.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `${UPLOADS_PATH}/:id`, ...options, onRequest: remember, handler: answer });
  });
}

/** What a POST says of its file; null where it is no good, which tus will say. */
function metadataOf(request: FastifyRequest): UploadMetadata | null {
  const header = request.headers['upload-metadata'];
  if (typeof header !== 'string' || header.length > 4000) return null;
  const pairs = header.split(',').map((pair) => pair.trim().split(' '));
  try {
    return readMetadata(Object.fromEntries(pairs.map(([key, value]) => [key!, Buffer.from(value ?? '', 'base64').toString('utf8')])));
  } catch {
    return null;
  }
}

function answerStored(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  { length, sha256 }: { length: number; sha256: string | null },
): FastifyReply {
  if (request.method === 'POST') {
    if (sha256 !== null && sha256 !== metadataOf(request)?.sha256) return sendText(reply, 409, 'This id has another photo\n');
    void reply.header('location', `${UPLOADS_PATH}/${name}`);
  }
  return reply
    .code(request.method === 'POST' ? 201 : request.method === 'HEAD' ? 200 : 204)
    .headers({
      'tus-resumable': '1.0.0',
      'upload-offset': String(length),
      'upload-length': String(length),
      'upload-stored': '1',
      'cache-control': 'no-store',
    })
    .send();
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('tus-resumable', '1.0.0').header('cache-control', 'no-store').type('text/plain').send(text);
}
