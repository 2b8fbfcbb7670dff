import { addMapFile, type AdminMap, deleteMapFile, listMaps, MAP_PART_BYTES, putMapFilePart, removeAddedMap } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { mkdir } from 'node:fs/promises';
import { freeBytes, RESERVE_BYTES } from '../../files/free-space.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { keyedQueue } from '../../http/keyed-queue.ts';
import { serve } from '../../http/serve.ts';
import { removeMap } from '../../map-sources/added/add-map.ts';
import { hasIncoming, listIncoming, removeIncoming, writeIncoming } from '../../map-sources/added/incoming.ts';
import { MapFault } from '../../map-sources/added/map-fault.ts';
import { type AddedMap, incomingFolder, nameFromFile, readShelf } from '../../map-sources/added/shelf.ts';
import { MapTasks } from '../../map-sources/added/task.ts';
import { withRole } from '../accounts/access.ts';
import { logAct } from '../operations/audit.ts';

/** The maps besides the built-in one, for admins: the command `npm run map` in a browser (docs/maps.md). */
export async function serveMaps(app: FastifyInstance, context: Context): Promise<void> {
  const { config, db } = context;
  const { DATA_DIR } = config;
  const access = withRole(context, 'admin');
  const tasks = new MapTasks(DATA_DIR, (text) => context.log.warn({ err: { message: text } }, 'map could not be added'));
  const maxBytes = config.LIMIT_MAP_UPLOAD_MB * 1_000_000;
  await mkdir(incomingFolder(DATA_DIR), { recursive: true, mode: 0o700 });
  app.addHook('onClose', (_app, done) => {
    tasks.stop();
    done();
  });

  serve(app, listMaps, access, async () => ({
    data: {
      maps: readShelf(DATA_DIR).map(presentMap),
      files: await listIncoming(DATA_DIR),
      task: tasks.task,
      failure: tasks.failure,
      max_upload_bytes: maxBytes,
      disk_free_bytes: await freeBytes(DATA_DIR),
    },
  }));

  serve(
    app,
    addMapFile,
    access,
    async ({ body: { file, name, is_offline, is_moved }, caller }) => {
      if (!(await hasIncoming(DATA_DIR, file))) throw new Fault('not_found');
      const wanted = name ?? nameFromFile(file);
      if (tasks.task) throw new Fault('conflict');
      if ([...config.MAP_SOURCES, ...config.MAP_STYLE_URL].some((source) => source.name === wanted)) {
        tasks.refuse(file, { code: 'name_taken', params: { name: wanted } });
        return undefined;
      }
      if (!tasks.start({ file, name, isOffline: is_offline, isMoved: is_moved })) throw new Fault('conflict');
      await logAct(db, { actorId: caller.userId, action: 'add_map', subject: ['map', wanted] }, context.now());
      return undefined;
    },
    { problems: ['conflict', 'not_found'] },
  );

  serve(
    app,
    removeAddedMap,
    access,
    async ({ params: { id }, caller }) => {
      const removed = await removeMap(DATA_DIR, id).catch((error: Error) => {
        if (error instanceof MapFault) throw new Fault('conflict');
        throw error;
      });
      if (!removed) throw new Fault('not_found');
      await logAct(db, { actorId: caller.userId, action: 'remove_map', subject: ['map', removed.name] }, context.now());
      return undefined;
    },
    { problems: ['conflict', 'not_found'] },
  );

  serve(app, deleteMapFile, access, async ({ params: { file } }) => {
    await removeIncoming(DATA_DIR, file);
    return undefined;
  });

  await serveParts(app, context, maxBytes);
}

/** Files are uploaded in parts, so that a broken connection costs only one part, and no request is larger than its budget. */
async function serveParts(app: FastifyInstance, context: Context, maxBytes: number): Promise<void> {
  const { DATA_DIR } = context.config;
  const queue = keyedQueue();
  await app.register((scope, _options, done) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer', bodyLimit: MAP_PART_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    );
    serve(
      scope,
      putMapFilePart,
      withRole(context, 'admin'),
      ({ params: { file }, query: { offset, length }, request }) =>
        queue('upload', async () => {
          if (!Buffer.isBuffer(request.body)) throw new Fault('unsupported_media');
          const bytes = request.body;
          const isTooLarge = length > maxBytes || (await freeBytes(DATA_DIR)) < length - offset + RESERVE_BYTES;
          if (isTooLarge || offset + bytes.length > length) throw invalid('length', 'too_big');
          const received = await writeIncoming(DATA_DIR, file, { offset, length, bytes });
          if (received === 'busy') throw new Fault('conflict');
          return { data: { received } };
        }),
      { bodyLimit: MAP_PART_BYTES, problems: ['conflict'] },
    );
    done();
  });
}

function presentMap(map: AddedMap): AdminMap {
  const { id, name, origin, kind, schema, attribution, is_offline, bytes, min_zoom, max_zoom, box, added_at } = map;
  return { id, name, origin, kind, schema, attribution, is_offline, bytes, min_zoom, max_zoom, box, added_at };
}
