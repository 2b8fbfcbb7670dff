import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { MAX_MEDIA_BYTES, UPLOADS_PATH } from '@veld/contract';
import { Server, type ServerOptions } from '@tus/server';
import type { Context } from '../../http/context.ts';
import type { Caller } from '../accounts/access.ts';
import { findStored, finishUpload, readMetadata, UploadFault } from './finish.ts';
import { formatUploadName, parseUploadName, tusId, type UploadRequest, uploadRequests } from './upload-names.ts';
import type { UploadStore } from './upload-store.ts';

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
export function uploadFinisher(context: Context, folder: string) {
  return (caller: Caller, upload: { id: string; size?: number; metadata?: Record<string, string | null> }): Promise<void> =>
    finishUpload(context, {
      userId: caller.userId,
      metadata: readMetadata(upload.metadata),
      path: join(folder, upload.id),
      length: upload.size ?? -1,
    });
}

/** A tus server over the store of incomplete uploads, with Veld's ids, owners and errors. */
export function tusServer(context: Context, store: UploadStore, finish: ReturnType<typeof uploadFinisher>): Server {
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
