import { getMedia, getMediaUsage, getOriginal, isRecord, listMediaAddresses } from '@veld/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve, keepBytes, type Access } from '../../http/serve.ts';
import { loggedIn } from '../accounts/access.ts';
import { whileLeased } from './lease.ts';
import { cleanUp, renderPhoto, requeueUnrendered } from './jobs.ts';
import { displayKey, originalKey } from './keys.ts';
import { presentAddresses } from './present.ts';
import { findUsedBytes, quotaBytes } from './quota.ts';
import type { RenderOptions } from './render.ts';
import { readPictureId, isSigned } from './signature.ts';
import { findPhoto, isShown, listShown } from './store.ts';
import { registerUploads } from './uploads.ts';

/** Addresses are valid for at most two hours. */
const CACHE_SECONDS = 7200;

export function registerMedia(app: FastifyInstance, context: Context, options: RenderOptions = {}): void {
  registerUploads(app, context);

  serve(app, getMedia, withSignedAddress(context), async ({ params, reply }) => {
    const { mediaId, variant } = readPictureId(params.id);
    if (!(await isShown(context.readDb, mediaId, variant))) throw new Fault('not_found');
    void reply.header('cache-control', `private, max-age=${CACHE_SECONDS}, immutable`).type('image/webp');
    return sendFile(context, reply, displayKey(mediaId, params.size, typeof variant === 'object' ? (variant?.cropId ?? null) : null));
  });

  serve(app, listMediaAddresses, loggedIn(context), async ({ query, caller }) => {
    const now = context.now();
    return { data: (await listShown(context.readDb, caller.userId, query.ids)).map((photo) => presentAddresses(context, photo, now)) };
  });

  serve(app, getMediaUsage, loggedIn(context), async ({ caller, reply }) => {
    void reply.header('cache-control', 'no-store');
    return { data: { used_bytes: await findUsedBytes(context.db, caller.userId), quota_bytes: quotaBytes(context) } };
  });

  serve(app, getOriginal, loggedIn(context), async ({ params, caller, reply }) => {
    const media = await findPhoto(context.db, caller.userId, params.id);
    if (!media) throw new Fault('not_found');
    const extension = media.type.slice('image/'.length).replace('jpeg', 'jpg');
    void reply.header('content-disposition', `attachment; filename="${media.photo_id}.${extension}"`).type(media.type);
    return sendFile(context, reply, originalKey(media.id));
  });

  context.jobs.add({
    name: 'media',
    timeLimit: 120,
    run: ({ id }: { id: string }) => whileLeased(context.db, id, () => renderPhoto(context, id, options)),
  });
  context.jobs.add({
    name: 'media-forgotten',
    cron: '*/10 * * * *',
    isAtStart: true,
    run: ({ isStart }) => requeueUnrendered(context, isStart === true),
  });
  context.jobs.add({ name: 'uploads-cleanup', cron: '23 3 * * *', timeLimit: 3600, run: () => cleanUp(context) });
}

/** Sends a file with headers that keep browsers from interpreting uploaded bytes as a page of this site. */
async function sendFile(context: Context, reply: FastifyReply, key: string): Promise<FastifyReply> {
  const length = await context.files.size(key);
  if (length === null) throw new Fault('not_found');
  return reply
    .header('content-length', String(length))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .serializer(keepBytes)
    .send(context.files.read(key));
}

/** Requires an address with a valid signature (signature.ts); otherwise 404. */
function withSignedAddress(context: Context): Access<null> {
  return (request) => {
    const { id, size } = request.params as { id: string; size: string };
    const { e, s } = isRecord(request.query) ? request.query : {};
    if (typeof e === 'string' && typeof s === 'string' && isSigned(context, id, size, e, s, context.now())) return null;
    throw new Fault('not_found');
  };
}
