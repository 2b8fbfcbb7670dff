import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  cancelTaxonomyImport,
  getTaxonomy,
  getTaxonomyImport,
  IMPORT_PART_BYTES,
  listTaxonomyImports,
  putTaxonomyImport,
  putTaxonomyImportPart,
  runTaxonomyImport,
  TaxonomyImport,
  type TaxonomyPage,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../testing/people.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';
import { hasImportFile, importFile } from './files.ts';
import { cleanUpImports } from './jobs.ts';
import { moveImport, storeHeartbeat } from './store.ts';

describe('taxonomy imports by an admin', () => {
  let veld: TestServer;
  let anna: Person;
  beforeAll(async () => {
    veld = await testServer();
    anna = await person(veld, 'anna', { roles: ['admin'] });
  });
  afterAll(() => veld.close());

  const create = (id: string, bytes: Buffer, set: object = {}) =>
    veld.call(
      putTaxonomyImport,
      { params: { id }, body: { file_name: 'list.csv', byte_length: bytes.length, source: 'list', is_complete: false, ...set } },
      anna.token,
    );
  const part = async (id: string, offset: number, bytes: Buffer) => {
    const response = await veld.fetch(`${putTaxonomyImportPart.path.replace(':id', id)}?offset=${offset}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${anna.token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    });
    return { status: response.status, received: ((await response.json()) as { data?: { received: number } }).data?.received };
  };
  const run = (id: string, isDryRun: boolean) =>
    veld.call(runTaxonomyImport, { params: { id }, body: { is_dry_run: isDryRun } }, anna.token);
  const look = async (id: string) => (await veld.call(getTaxonomyImport, { params: { id } }, anna.token)).body.data;
  const sent = async (text: string, set: object = {}) => {
    const id = randomUUID();
    const bytes = Buffer.from(text);
    expect((await create(id, bytes, set)).status).toBe(200);
    expect(await part(id, 0, bytes)).toEqual({ status: 200, received: bytes.length });
    return id;
  };

  it('accept a file in parts, with repetitions, and store it unchanged', async () => {
    const bytes = Buffer.from(Array.from({ length: 3000 }, (_, at) => `${at},Aster ${at}\n`).join(''));
    const id = randomUUID();
    expect((await create(id, bytes)).body.data).toMatchObject({
      state: 'receiving',
      received: 0,
      user_name: 'anna',
      is_by_command: false,
    });
    const third = Math.floor(bytes.length / 3);
    expect(await part(id, 0, bytes.subarray(0, third))).toEqual({ status: 200, received: third });
    // A repeated part and a part at a later offset change nothing and return the right offset.
    expect(await part(id, 0, bytes.subarray(0, third))).toEqual({ status: 200, received: third });
    expect(await part(id, 2 * third, bytes.subarray(2 * third))).toEqual({ status: 200, received: third });
    expect((await run(id, true)).status).toBe(409);
    expect((await part(id, third, Buffer.concat([bytes, bytes]))).status).toBe(422);
    expect(await part(id, third, bytes.subarray(third))).toEqual({ status: 200, received: bytes.length });
    const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex');
    expect(hash(readFileSync(importFile(veld.context, id)))).toBe(hash(bytes));
    expect((await create(id, bytes)).body.data.received).toBe(bytes.length);
    expect((await create(id, bytes, { source: 'another' })).status).toBe(409);
    expect((await part(randomUUID(), 0, bytes)).status).toBe(404);
    expect((await create(randomUUID(), bytes, { source: 'starter' })).status).toBe(422);
    expect((await part(id, 0, Buffer.alloc(IMPORT_PART_BYTES + 1))).status).toBe(413);
  });

  it('can be checked in a dry run and then applied, after which devices get the taxa', async () => {
    const id = await sent(
      'taxonID,scientificName,taxonRank,kingdom,vernacularName,language\n1,Aster fenensis,species,Plantae,Fen aster,en\n',
      { source: 'fen' },
    );
    expect((await run(id, true)).body.data.state).toBe('waiting');
    await veld.context.jobs.drain();
    const dry = await look(id);
    expect(dry).toMatchObject({
      state: 'checked',
      is_dry_run: true,
      has_file: true,
      error_count: 0,
      result: { added: 1, names_added: { en: 1 } },
    });
    const page = async () => (await veld.call(getTaxonomy, { query: { page: 1, languages: 'en,sci' } })).body as TaxonomyPage;
    const before = await page();
    expect(before.data.some((row) => row.name === 'Aster fenensis')).toBe(false);

    await run(id, false);
    await veld.context.jobs.drain();
    expect(await look(id)).toMatchObject({ state: 'done', is_dry_run: false, has_file: false, rows_done: 1, result: { added: 1 } });
    const after = await page();
    expect(after.last_updated_at).not.toBe(before.last_updated_at);
    expect(after.data.find((row) => row.name === 'Aster fenensis')).toMatchObject({ names: { en: 'Fen aster' }, group: 'plant' });
    const listed = await veld.call(listTaxonomyImports, {}, anna.token);
    expect(listed.body.data.map((entry) => TaxonomyImport.parse(entry).source)).toContain('fen');
    // The file of a finished import is deleted.
    expect((await run(id, false)).status).toBe(409);
  });

  it('store faults with file, line and column', async () => {
    const id = await sent('taxonID,scientificName\n1,Aster\n,Bellis\n');
    await run(id, true);
    await veld.context.jobs.drain();
    expect(await look(id)).toMatchObject({
      state: 'failed',
      result: null,
      error_count: 1,
      faults: [{ is_warning: false, code: 'id_missing', file: 'list.csv', line: 3, column_number: 1, column_name: 'taxonID', value: null }],
    });
    expect((await run(id, true)).body.data.state, 'a failed import can be checked again').toBe('waiting');
    await veld.context.jobs.drain();
    expect((await look(id)).error_count).toBe(1);
  });

  it('list identical faults as one, and have all of them as CSV', async () => {
    const rows = Array.from({ length: 6000 }, (_, at) => `${at},Aster numero${at},sternchen`);
    const id = await sent(`taxonID,scientificName,taxonRank\n${rows.join('\n')}\n9999,Aster ultimus,"rank, unknown"\n`);
    await run(id, true);
    await veld.context.jobs.drain();
    const { faults, warning_count } = await look(id);
    expect(warning_count).toBe(6001);
    expect(faults.map(({ code, line, value, count }) => [code, line, value, count])).toEqual([
      ['rank', 2, 'sternchen', 6000],
      ['rank', 6002, 'rank, unknown', 1],
    ]);
    const csvOf = (one: string) =>
      veld.fetch(`/api/taxonomy/imports/${one}/faults`, { headers: { authorization: `Bearer ${anna.token}` } });
    const linesOf = async (one: string) => (await (await csvOf(one)).text()).trimEnd().split('\n');
    expect((await csvOf(id)).headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = await linesOf(id);
    expect(lines).toHaveLength(6002);
    expect(lines[0]).toBe('kind,code,file,line,column,title,value,message');
    expect(lines[1]).toBe(
      'warning,rank,list.csv,2,3,taxonRank,sternchen,"list.csv, line 2, column 3 (taxonRank): unknown rank: ""sternchen"""',
    );
    expect(lines.at(-1)).toMatch(/^warning,rank,list\.csv,6002,3,taxonRank,"rank, unknown",/);
    // A later import of the source leaves of the earlier one what is listed.
    const later = await sent('taxonID,scientificName,taxonRank\n1,Aster,=1+1\n');
    await run(later, true);
    await veld.context.jobs.drain();
    expect(await linesOf(id)).toHaveLength(301);
    // A spreadsheet must not calculate what a list says.
    expect((await linesOf(later))[1]).toContain(`,taxonRank,'=1+1,`);
    expect((await csvOf(randomUUID())).status).toBe(404);
  });

  it('can be cancelled while waiting, and then change nothing', async () => {
    const id = await sent('taxonID,scientificName\n1,Aster never\n');
    await run(id, false);
    expect((await veld.call(cancelTaxonomyImport, { params: { id } }, anna.token)).body.data.state).toBe('cancelled');
    await veld.context.jobs.drain();
    expect((await look(id)).state).toBe('cancelled');
    expect(await veld.db.selectFrom('taxa').select('id').where('scientific_name', '=', 'Aster never').execute()).toEqual([]);
  });

  it('learn from their next heartbeat that they were cancelled', async () => {
    const id = await sent('taxonID,scientificName\n1,Aster never\n');
    await run(id, false);
    await moveImport(veld.db, id, ['waiting'], 'reading');
    const beat = (rows_done: number) => storeHeartbeat(veld.db, id, { rows_done, bytes_done: 0, bytes_total: 0 });
    expect(await beat(1)).toBe(true);
    expect((await look(id)).rows_done).toBe(1);
    await veld.call(cancelTaxonomyImport, { params: { id } }, anna.token);
    expect(await beat(2)).toBe(false);
    expect(await look(id)).toMatchObject({ state: 'cancelled', rows_done: 1 });
    await veld.context.jobs.drain();
  });

  it('keep a file for a week, and longer while it waits to be read', async () => {
    const text = 'taxonID,scientificName\n1,Aster tardus\n';
    const [left, waiting] = [await sent(text), await sent(text)];
    await run(waiting, true);
    const stray = randomUUID();
    writeFileSync(importFile(veld.context, stray), text);
    const kept = async (days: number) => {
      await cleanUpImports({ ...veld.context, now: () => new Date(Date.now() + days * 86_400_000) });
      return [left, waiting, stray].map((id) => hasImportFile(veld.context, id));
    };
    expect(await kept(6)).toEqual([true, true, false]);
    expect(await kept(8)).toEqual([false, true, false]);
    expect(await look(left)).toMatchObject({ state: 'receiving', has_file: false });
    await veld.context.jobs.drain();
    expect((await look(waiting)).state).toBe('checked');
  });

  it('keep the default group and kingdom, which later runs use and a repeated request must have too', async () => {
    const text = 'taxonID,scientificName\n1,Araneus vagans\n';
    const defaults = { default_group: 'spider', default_kingdom: 'animalia' };
    const id = await sent(text, { source: 'vagans', ...defaults });
    expect(await look(id)).toMatchObject(defaults);
    expect((await create(id, Buffer.from(text), { source: 'vagans', ...defaults })).status).toBe(200);
    expect((await create(id, Buffer.from(text), { source: 'vagans' })).status).toBe(409);
    expect((await create(id, Buffer.from(text), { source: 'vagans', ...defaults, default_kingdom: 'fungi' })).status).toBe(409);
    expect((await create(randomUUID(), Buffer.from(text), { default_group: 'spiders' })).status).toBe(422);
    expect((await create(randomUUID(), Buffer.from(text), { default_kingdom: 'Animals' })).status).toBe(422);
    const without = await sent(text, { source: 'vagans' });
    expect(await look(without)).toMatchObject({ default_group: null, default_kingdom: null });
    await run(id, false);
    await veld.context.jobs.drain();
    expect((await look(id)).state).toBe('done');
    const row = await veld.db.selectFrom('taxa').select('taxon_group').where('source', '=', 'vagans').executeTakeFirstOrThrow();
    expect(row.taxon_group).toBe('spider');
  });
});
