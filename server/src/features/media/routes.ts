import { getMedia, getOriginal, listMediaAddresses } from '@veld/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn } from '../accounts/access.ts';
import { holderOfAddress } from './access.ts';
import { cleanUp, remakeForgotten, showPhoto } from './jobs.ts';
import { displayKey, originalKey } from './keys.ts';
import { presentAddresses } from './present.ts';
import type { RenderOptions } from './render.ts';
import { readPictureId } from './signature.ts';
import { findOriginal, isShown, listShown } from './store.ts';
import { registerUploads } from './uploads.ts';

/** An address is valid for at most two hours, so caching its bytes longer has no use. */
const KEEP_SECONDS = 7200;

export function registerMedia(app: FastifyInstance, context: Context, options: RenderOptions = {}): void {
  registerUploads(app, context);

  serve(app, getMedia, holderOfAddress(context), async ({ params, reply }) => {
    const { mediaId, cut } = readPictureId(params.id);
    if (!(await isShown(context.readDb, mediaId, cut))) throw new Fault('not_found');
    void reply.header('cache-control', `private, max-age=${KEEP_SECONDS}, immutable`).type('image/webp');
    return sendFile(context, reply, displayKey(mediaId, params.size, typeof cut === 'object' ? (cut?.cropId ?? null) : null));
  });

  serve(app, listMediaAddresses, loggedIn(context), async ({ query, caller }) => {
    const now = context.now();
    return { data: (await listShown(context.readDb, caller.userId, query.ids)).map((photo) => presentAddresses(context, photo, now)) };
  });

  serve(app, getOriginal, loggedIn(context), async ({ params, caller, reply }) => {
    const media = await findOriginal(context.db, caller.userId, params.id);
    if (!media) throw new Fault('not_found');
    const ending = media.type.slice('image/'.length).replace('jpeg', 'jpg');
    void reply.header('content-disposition', `attachment; filename="${media.id}.${ending}"`).type(media.type);
    return sendFile(context, reply, originalKey(params.id));
  });

  context.jobs.add({
    name: 'media',
    timeLimit: 120,
    run: (data) => showPhoto(context, data.id as string, options),
  });
  context.jobs.add({
    name: 'media-forgotten',
    cron: '*/10 * * * *',
    isAtStart: true,
    run: ({ isStart }) => remakeForgotten(context, isStart === true),
  });
  context.jobs.add({ name: 'uploads-cleanup', cron: '23 3 * * *', timeLimit: 3600, run: () => cleanUp(context) });
}

/** Uploaded bytes must never be interpreted as a page of this site, whatever they contain. */
async function sendFile(context: Context, reply: FastifyReply, key: string): Promise<FastifyReply> {
  const length = await context.files.size(key);
  if (length === null) throw new Fault('not_found');
  return reply
    .header('content-length', String(length))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .serializer((value: unknown) => value as string)
    .send(context.files.read(key));
}
