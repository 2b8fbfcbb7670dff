import { Readable } from 'node:stream';
import {
  cancelTaxonomyImport,
  getTaxonomyImport,
  getTaxonomyImportFaults,
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
import type { CachedState } from '../state.ts';
import { hasImportFile, sizeOfImportFile, writePart } from './files.ts';
import { cleanUpImports, runWaiting } from './jobs.ts';
import {
  findImport,
  type ImportWithUser,
  insertImport,
  listFaults,
  listImports,
  moveImport,
  RUNNING,
  updateReceived,
  listFaultsFrom,
} from './store.ts';
import { stringify } from 'csv-stringify/sync';
import type { Db } from '../../../db/open.ts';
import { faultMessage } from './fault-messages.ts';

const MAX_LISTED = 50;
const TIME_LIMIT_SECONDS = 4 * 3600;

/** Imports of species lists, for admins: create an import, upload its file in parts, check it in a dry run, apply it. */
export async function registerImports(app: FastifyInstance, context: Context, state: CachedState): Promise<void> {
  serveImports(app, context);
  await serveParts(app, context);
  serveRuns(app, context);

  context.jobs.add({
    name: 'taxonomy-import',
    // A retry cannot repair an invalid file, and an interrupted run is restarted by an admin.
    retries: 0,
    timeLimit: TIME_LIMIT_SECONDS,
    run: ({ id }: { id: string }) => runWaiting(context, id, () => state.invalidate()),
  });
  context.jobs.add({ name: 'taxonomy-imports-cleanup', cron: '* * * * *', timeLimit: 600, run: () => cleanUpImports(context) });
  await cleanUpImports(context);
}

function present(context: Context, row: ImportWithUser): TaxonomyImport {
  return presentImport(row, hasImportFile(context, row.id));
}

async function findOr404(context: Context, id: string): Promise<ImportWithUser> {
  const row = await findImport(context.db, id);
  if (!row) throw new Fault('not_found');
  return row;
}

function serveImports(app: FastifyInstance, context: Context): void {
  serve(app, listTaxonomyImports, importer(context), async () => ({
    data: (await listImports(context.db, MAX_LISTED)).map((row) => present(context, row)),
  }));

  serve(app, getTaxonomyImport, importer(context), async ({ params }) => ({
    data: { ...present(context, await findOr404(context, params.id)), faults: await listFaults(context.db, params.id) },
  }));

  serve(app, getTaxonomyImportFaults, importer(context), async ({ params, reply }) => {
    const { id } = await findOr404(context, params.id);
    return reply.type('text/csv; charset=utf-8').send(Readable.from(faultsCsv(context.db, id)));
  });

  serve(
    app,
    putTaxonomyImport,
    importer(context),
    async ({ params, body, caller }) => {
      const row = { id: params.id, user_id: caller.userId, ...body };
      if (await insertImport(context.db, { ...row, is_dry_run: true, state: 'receiving' }))
        return { data: present(context, await findOr404(context, params.id)) };
      const known = await findOr404(context, params.id);
      const isSame = known.file_name === body.file_name && known.byte_length === body.byte_length && known.source === body.source;
      const hasSameOptions =
        known.is_complete === body.is_complete &&
        known.default_group === (body.default_group ?? null) &&
        known.default_kingdom === (body.default_kingdom ?? null);
      if (!isSame || !hasSameOptions) throw new Fault('conflict');
      return { data: present(context, known) };
    },
    { problems: ['conflict'] },
  );
}

/** Files are uploaded in parts, so that a broken connection costs only one part. */
async function serveParts(app: FastifyInstance, context: Context): Promise<void> {
  const queue = keyedQueue();
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer', bodyLimit: IMPORT_PART_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    serve(
      scope,
      putTaxonomyImportPart,
      importer(context),
      ({ params, query, request }) =>
        // A part at another offset than the end of the file is ignored; the response contains the right offset.
        queue(params.id, async () => {
          if (!Buffer.isBuffer(request.body)) throw new Fault('unsupported_media');
          const bytes = request.body;
          const row = await findOr404(context, params.id);
          const stored = Math.min(await sizeOfImportFile(context, params.id), row.received);
          if (row.state !== 'receiving') return { data: { received: row.received } };
          if (query.offset + bytes.length > row.byte_length) throw invalid('offset', 'too_big');
          if (query.offset !== stored || bytes.length === 0) return { data: { received: stored } };
          await writePart(context, params.id, stored, bytes);
          const received = stored + bytes.length;
          await inTransaction(context.db, (tx) => updateReceived(tx, params.id, received));
          return { data: { received } };
        }),
      { bodyLimit: IMPORT_PART_BYTES },
    );
  });
}

function serveRuns(app: FastifyInstance, context: Context): void {
  serve(app, runTaxonomyImport, importer(context), async ({ params, body }) => {
    const row = await findOr404(context, params.id);
    const isUploaded = row.received === row.byte_length && (await sizeOfImportFile(context, row.id)) === row.byte_length;
    if (!isUploaded) throw new Fault('conflict');
    await inTransaction(context.db, async (tx) => {
      const moved = await moveImport(tx, row.id, ['receiving', 'checked', 'failed', 'cancelled'], 'waiting', {
        is_dry_run: body.is_dry_run,
      });
      if (!moved) throw new Fault('conflict');
      await context.jobs.send('taxonomy-import', { id: row.id }, tx);
    });
    return { data: present(context, await findOr404(context, row.id)) };
  });

  serve(app, cancelTaxonomyImport, importer(context), async ({ params }) => {
    // An import that has ended keeps its state.
    await moveImport(context.db, params.id, ['receiving', 'waiting', ...RUNNING], 'cancelled');
    return { data: present(context, await findOr404(context, params.id)) };
  });
}

const COLUMNS = ['kind', 'code', 'file', 'line', 'column', 'title', 'value', 'message'];
const ROWS_PER_QUERY = 5_000;

/** All stored faults of an import as CSV, in parts. The messages are in English, as on the command line. */
async function* faultsCsv(db: Db, id: string): AsyncGenerator<string> {
  yield stringify([COLUMNS]);
  for (let position = 0; ; position += ROWS_PER_QUERY) {
    const faults = await listFaultsFrom(db, id, position, ROWS_PER_QUERY);
    yield stringify(
      faults.map((fault) => [
        fault.is_warning ? 'warning' : 'error',
        fault.code,
        fault.file,
        fault.line,
        fault.column_number,
        fault.column_name,
        fault.value,
        faultMessage(fault),
      ]),
      // A value of an untrusted file must not be a formula in a spreadsheet.
      { escape_formulas: true },
    );
    if (faults.length < ROWS_PER_QUERY) return;
  }
}

function presentImport(row: ImportWithUser, hasFile: boolean): TaxonomyImport {
  return {
    id: row.id,
    file_name: row.file_name,
    byte_length: row.byte_length,
    received: row.received,
    source: row.source,
    is_complete: row.is_complete,
    is_dry_run: row.is_dry_run,
    default_group: row.default_group,
    default_kingdom: row.default_kingdom,
    state: row.state,
    rows_done: row.rows_done,
    bytes_done: row.bytes_done,
    bytes_total: row.bytes_total,
    error_count: row.error_count,
    warning_count: row.warning_count,
    result: row.result,
    user_name: row.user_name,
    is_by_command: row.user_id === null,
    has_file: hasFile,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
