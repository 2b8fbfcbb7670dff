import {
  cancelTaxonomyImport,
  getTaxonomyImport,
  IMPORT_PART_BYTES,
  listTaxonomyImports,
  putTaxonomyImport,
  putTaxonomyImportPart,
  runTaxonomyImport,
  type TaxonomyImport,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../../db/transaction.ts';
import type { Context } from '../../../http/context.ts';
import { Fault, invalid } from '../../../http/fault.ts';
import { keyedQueue } from '../../../http/keyed-queue.ts';
import { serve } from '../../../http/serve.ts';
import { importer } from '../access.ts';
import type { KnownState } from '../state.ts';
import { hasImportFile, sizeOfImportFile, writePart } from './files.ts';
import { cleanUpImports, runWaiting } from './jobs.ts';
import { presentImport } from './present.ts';
import { findImport, type ImportWithPerson, insertImport, listFaults, listImports, moveImport, RUNNING, updateReceived } from './store.ts';

const LISTED = 50;
const HOURS_4 = 4 * 3600;

/** Imports of taxonomies, for admins: a file is announced, sent in parts, looked at in a dry run, and imported. */
export async function registerImports(app: FastifyInstance, context: Context, state: KnownState): Promise<void> {
  const present = (row: ImportWithPerson): TaxonomyImport => presentImport(row, hasImportFile(context, row.id));
  const oneAtATime = keyedQueue();
  const find = async (id: string) => {
    const row = await findImport(context.db, id);
    if (!row) throw new Fault('not_found');
    return row;
  };

  serve(app, listTaxonomyImports, importer(context), async () => ({ data: (await listImports(context.db, LISTED)).map(present) }));

  serve(app, getTaxonomyImport, importer(context), async ({ params }) => ({
    data: { ...present(await find(params.id)), faults: await listFaults(context.db, params.id) },
  }));

  serve(app, putTaxonomyImport, importer(context), async ({ params, body, caller }) => {
    const row = { id: params.id, user_id: caller.userId, ...body };
    if (await insertImport(context.db, { ...row, is_dry_run: true, state: 'receiving' })) return { data: present(await find(params.id)) };
    const known = await find(params.id);
    const isSame = known.file_name === body.file_name && known.byte_length === body.byte_length && known.source === body.source;
    if (!isSame || known.is_complete !== body.is_complete) throw new Fault('conflict');
    return { data: present(known) };
  });

  await app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer', bodyLimit: IMPORT_PART_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    serve(
      scope,
      putTaxonomyImportPart,
      importer(context),
      ({ params, query, request }) =>
        // Parts of one file come one after another; one that does not fit on changes nothing and is told where to go on.
        oneAtATime(params.id, async () => {
          if (!Buffer.isBuffer(request.body)) throw new Fault('unsupported_media');
          const bytes = request.body;
          const row = await find(params.id);
          const there = Math.min(await sizeOfImportFile(context, params.id), row.received);
          if (row.state !== 'receiving') return { data: { received: row.received } };
          if (query.offset + bytes.length > row.byte_length) throw invalid('offset', 'too_big');
          if (query.offset !== there || bytes.length === 0) return { data: { received: there } };
          await writePart(context, params.id, there, bytes);
          const received = there + bytes.length;
          await inTransaction(context.db, (tx) => updateReceived(tx, params.id, received));
          return { data: { received } };
        }),
      { bodyLimit: IMPORT_PART_BYTES },
    );
  });

  serve(app, runTaxonomyImport, importer(context), async ({ params, body }) => {
    const row = await find(params.id);
    const isWhole = row.received === row.byte_length && (await sizeOfImportFile(context, row.id)) === row.byte_length;
    if (!isWhole) throw new Fault('conflict');
    await inTransaction(context.db, async (tx) => {
      const moved = await moveImport(tx, row.id, ['receiving', 'checked', 'failed', 'cancelled'], 'waiting', {
        is_dry_run: body.is_dry_run,
      });
      if (!moved) throw new Fault('conflict');
      await context.jobs.send('taxonomy-import', { id: row.id }, tx);
    });
    return { data: present(await find(row.id)) };
  });

  serve(app, cancelTaxonomyImport, importer(context), async ({ params }) => {
    // What has ended stays as it ended.
    await moveImport(context.db, params.id, ['receiving', 'waiting', ...RUNNING], 'cancelled');
    return { data: present(await find(params.id)) };
  });

  context.jobs.add({
    name: 'taxonomy-import',
    // A broken file is broken every time, and a killed run is for a person to start again.
    retries: 0,
    timeLimit: HOURS_4,
    run: (data) => runWaiting(context, data.id as string, () => state.forget()),
  });
  context.jobs.add({ name: 'taxonomy-imports-cleanup', cron: '* * * * *', timeLimit: 600, run: () => cleanUpImports(context) });
  await cleanUpImports(context);
}
