import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildOnThisThread, type StartBuild } from './build-copy';
import { chunkRecord, headNumber, indexNumber, rowNumber } from './chunks';
import format2 from './format-2.testing.json';
import { TaxonomyReader } from './reader';
import { Device, flock, remoteTaxon } from './testing';

const MINUTE = 60_000;

let chen: Device;

beforeEach(async () => {
  chen = new Device();
  chen.server.pageSize = 50;
  chen.server.taxa = flock(60);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await chen.tab('one').tick();
});

afterEach(async () => {
  await chen.db.delete();
  vi.restoreAllMocks();
});

async function update(rows: (typeof chen.server.taxa)[number][], version: string): Promise<void> {
  const copy = await chen.db.copies.get('global');
  chen.server.deltas = { [copy?.since ?? '']: rows };
  chen.server.version = version;
  chen.clock.time += MINUTE;
  await chen.tab('one').tick();
}

const ids = async (text: string) => (await new TaxonomyReader(chen.db).searchTaxa(text)).map(({ id }) => id);
const globalCopy = async () => (await chen.db.copies.get('global'))?.copy ?? '';

describe('a delta', () => {
  it('is stored beside the copy, which is not rewritten', async () => {
    const before = await globalCopy();
    await update(
      [remoteTaxon(3, { nl: 'Zeearend' }), remoteTaxon(4, {}, { is_deleted: true }), remoteTaxon(99, { nl: 'Grote zaagbek' })],
      'v2',
    );
    expect(await chen.db.copies.get('global')).toMatchObject({ copy: before, size: 60, next_rarity: 62, hidden: [3, 4] });
    expect(await ids('zeearend')).toEqual([3]);
    expect(await ids('grote zaagbek')).toEqual([99]);
    expect(await ids('grote')).not.toContain(4);
    expect(await ids('great bird r')).not.toContain(3);
    expect((await new TaxonomyReader(chen.db).browse({ limit: 4 })).map(({ id }) => id)).toEqual([1, 2, 3, 5]);
    expect(await new TaxonomyReader(chen.db).taxonById(4)).toBeNull();
  });

  it('accumulates over updates; a removed taxon may return with its old rarity', async () => {
    await update([remoteTaxon(3, { nl: 'Zeearend' }), remoteTaxon(4, {}, { is_deleted: true })], 'v2');
    await update([remoteTaxon(3, { nl: 'Steenarend' }), remoteTaxon(61, { nl: 'Ekster' })], 'v3');
    await update([remoteTaxon(4, { nl: 'Visarend' }), remoteTaxon(61, {}, { is_deleted: true, accepted_id: 3 })], 'v4');
    expect(await ids('arend')).toEqual([3, 4]);
    // Only names that resemble it are proposed.
    const formerName = await new TaxonomyReader(chen.db).searchTaxa('zeearend');
    expect(formerName.filter(({ match }) => match !== 'similar')).toEqual([]);
    expect(await ids('ekster')).toEqual([]);
    expect((await new TaxonomyReader(chen.db).taxonById(61))?.id).toBe(3);
    expect(await chen.db.copies.get('global')).toMatchObject({ size: 60 });
    const { copy, changes } = (await chen.db.copies.get('global')) ?? {};
    expect((await chen.storedNames()).toSorted()).toEqual([copy, changes].toSorted());
  });

  it('labels homonyms across segments and delta', async () => {
    await update([remoteTaxon(70, { nl: 'Grote vogel p', sci: 'Papilio magnus' }, { group: 'butterfly' })], 'v2');
    const results = await new TaxonomyReader(chen.db).searchTaxa('grote vogel p');
    expect(results.slice(0, 2).map(({ id, name }) => [id, name])).toEqual([
      [1, 'Grote vogel p (bird)'],
      [70, 'Grote vogel p (butterfly)'],
    ]);
  });

  it('that grew large is merged into a new copy with the same rarity keys', async () => {
    const before = await globalCopy();
    const many = flock(2100).map((row) => ({ ...row, id: row.id + 1000, names: { ...row.names, nl: `Kleine vogel ${row.id}` } }));
    await update([...many, remoteTaxon(2, {}, { is_deleted: true })], 'v2');
    const after = await chen.db.copies.get('global');
    expect(after).toMatchObject({ size: 2159, next_rarity: 2161, changes: null, hidden: [], since: 'v2', last_updated_at: 'v1' });
    expect(after?.copy).not.toBe(before);
    expect(await chen.storedNames()).toEqual([after?.copy]);
    expect((await chen.rows()).slice(0, 2).map(({ id, rarity }) => [id, rarity])).toEqual([
      [1, 1],
      [3, 3],
    ]);
    await update([remoteTaxon(1, { nl: 'Zeearend' })], 'v3');
    expect(await ids('zeearend')).toEqual([1]);
    expect(await chen.db.copies.get('global')).toMatchObject({ size: 2159 });
  });
});

describe('a copy in several segments', () => {
  it('answers like a single one', async () => {
    const before = await ids('grote');
    const copy = await globalCopy();
    const built = await buildOnThisThread(chen.db, copy, Infinity, 50).finish();
    expect(built.segments).toBe(2);
    await chen.db.copies.update('global', { ...built, revision: 'other' });
    expect(await ids('grote')).toEqual(before);
    expect((await new TaxonomyReader(chen.db).taxonById(60))?.id).toBe(60);
  });
});

describe('the index of a copy', () => {
  const builds: number[] = [];
  let running = 0;
  const watched: StartBuild = (copy, pages) => {
    builds.push(pages);
    running++;
    const build = buildOnThisThread(chen.db, copy, pages);
    return { ...build, stop: () => running-- };
  };

  beforeEach(() => {
    builds.length = 0;
    chen.server.epoch = 'epoch-2';
    chen.server.pageSize = 20;
    chen.server.taxa = flock(70);
    chen.clock.time += MINUTE;
  });

  it('grows page by page without reading any again', async () => {
    await chen.tab('two', { startBuild: watched }).tick();
    expect(await ids('grote')).toHaveLength(70);
    expect({ builds, running }).toEqual({ builds: [0], running: 0 });
  });

  it('is discarded during a long wait and is complete nevertheless', async () => {
    let failures = 2;
    chen.server.onPage = (query, answer) => {
      if (query.page !== 3 || failures-- <= 0) return answer;
      expect(running).toBe(failures === 1 ? 1 : 0);
      throw new Error('no network');
    };
    await chen.tab('two', { startBuild: watched }).tick();
    expect(await ids('grote')).toHaveLength(70);
    expect({ builds, running }).toEqual({ builds: [0, 2], running: 0 });
  });

  it('of a resumed update includes the rows stored before', async () => {
    await chen.dieAt(3);
    chen.clock.time += 2 * MINUTE;
    await chen.tab('two', { startBuild: watched }).tick();
    expect(await ids('grote')).toHaveLength(70);
    expect({ builds, running }).toEqual({ builds: [2], running: 0 });
  });

  it('leaves the old copy in place if building fails', async () => {
    const before = await globalCopy();
    chen.session.debug = true;
    await chen
      .tab('two', { startBuild: (copy, pages) => ({ ...watched(copy, pages), finish: () => Promise.reject(new Error('gone')) }) })
      .tick();
    expect(await globalCopy()).toBe(before);
    expect(running).toBe(0);
    expect(chen.notices.at(-1)).toEqual({ type: 'negative', text: 'Error updating global taxonomy' });
  });
});

describe('a copy that is broken', () => {
  const damages: [string, () => Promise<void>][] = [
    ['a letter in a chunk of rows', async () => spoil(await globalCopy(), rowNumber(1, 0))],
    ['a byte of the index', async () => spoil(await globalCopy(), indexNumber(0, 0))],
    ['what a segment begins with', async () => spoil(await globalCopy(), headNumber(0))],
    ['a chunk of rows that is gone', async () => chen.db.blocks.delete([await globalCopy(), rowNumber(1, 0)])],
    ['the index that is gone', async () => chen.db.blocks.delete([await globalCopy(), indexNumber(0, 0)])],
    ['the beginning of a segment that is gone', async () => chen.db.blocks.delete([await globalCopy(), headNumber(0)])],
  ];

  it.each(damages)('%s: gives no wrong answer and is fetched again', async (_, damage) => {
    await damage();
    expect(await ids('grote')).toEqual([]);
    expect(await chen.db.copies.get('global')).toBeUndefined();
    chen.clock.time += MINUTE;
    await chen.tab('one').tick();
    expect(await ids('grote')).toHaveLength(60);
  });

  async function spoil(copy: string, number: number): Promise<void> {
    const record = await chen.db.blocks.get([copy, number]);
    if (record === undefined) throw new Error('nothing to spoil');
    const bytes = record.bytes.slice();
    bytes[bytes.length >>> 1] = (bytes[bytes.length >>> 1] ?? 0) ^ 1;
    await chen.db.blocks.put({ ...record, bytes });
  }
});

describe('readers of several tabs', () => {
  it('switch to the new copy when theirs was replaced', async () => {
    // A reader that retains no chunk between queries.
    const reader = new TaxonomyReader(chen.db, { memory: 0 });
    expect(await reader.taxonById(1)).toMatchObject({ name: 'Grote vogel p' });
    chen.session.locale = 'en';
    await chen.tab('two').tick();
    // This reader was not notified, and the chunks it reads next are gone.
    expect((await reader.searchTaxa('great bird', { limit: 2 })).map(({ name }) => name)).toEqual(['Great Bird p', 'Great Bird q']);
  });
});

describe('an update that was killed', () => {
  it('between the last page and the swap keeps the old copy and later completes the new one', async () => {
    const before = await globalCopy();
    chen.server.epoch = 'epoch-2';
    chen.server.taxa = flock(70);
    chen.clock.time += MINUTE;
    let tried = 0;
    const dying = chen.tab('dying', {
      startBuild: (copy, pages) => {
        const build = buildOnThisThread(chen.db, copy, pages);
        const finish = async () => {
          await build.finish();
          tried++;
          throw new Error('killed');
        };
        return { ...build, finish };
      },
    });
    await dying.tick();
    expect(tried).toBe(1);
    expect(await globalCopy()).toBe(before);
    expect(await ids('grote')).toHaveLength(60);
    const pages = chen.server.pages.length;
    chen.clock.time += 2 * MINUTE;
    await chen.tab('two').tick();
    expect(chen.server.pages).toHaveLength(pages);
    expect(await ids('grote')).toHaveLength(70);
    expect(await chen.storedNames()).toEqual([await globalCopy()]);
  });
});

describe('a copy in format 1', () => {
  it('stays searchable until it is replaced', async () => {
    const copy = await globalCopy();
    await chen.db.blocks.clear();
    const block = {
      format: 1,
      size: 2,
      rarity: Uint32Array.of(1, 2),
      ids: Int32Array.of(7, 8),
      parent_ids: Int32Array.of(0, 7),
      accepted_ids: Int32Array.of(0, 0),
      counts: Float64Array.of(5, 0),
      rarity_classes: Uint8Array.of(1, 2),
      words: ['genus', 'bird', 'species', 'Paridae'],
      ranks: Uint16Array.of(0, 2),
      groups: Uint16Array.of(1, 1),
      families: Uint16Array.of(0, 4),
      names: 'Mezen\nKoolmees',
      shown:
        'Parus\u001f\u001f\u001fnl\u001dMezen\u001esci\u001dParus\nParus major\u001f/x\u001fAnna\u001fnl\u001dKoolmees\u001dMees\u001esci\u001dParus major',
      main: 'mezen\nkoolmees',
      others: 'parus\nparus major',
    };
    await chen.db.table('blocks').put({ copy, number: 1, block, removed: [] });
    await chen.db.copies.update('global', { block_format: 1, revision: 'first' });
    const reader = new TaxonomyReader(chen.db);
    expect(await reader.searchTaxa('mees')).toMatchObject([
      { id: 8, name: 'Koolmees', matched: 'Mees', family: 'Paridae', parent_id: 7, image_url: '/x' },
    ]);
    chen.clock.time += MINUTE;
    await chen.tab('one').tick();
    expect(await ids('mees')).toEqual([]);
    expect(await ids('grote')).toHaveLength(60);
    expect(await chen.storedNames()).toEqual([await globalCopy()]);
  });
});

describe('a copy in format 2, without names of other languages', () => {
  beforeEach(async () => {
    const copy = await globalCopy();
    await chen.db.blocks.clear();
    const bytes = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    await chen.db.blocks.bulkPut([
      chunkRecord(copy, rowNumber(1, 0), bytes(format2.rows)),
      chunkRecord(copy, headNumber(0), bytes(format2.head)),
      ...format2.index.map((chunk, at) => chunkRecord(copy, indexNumber(0, at), bytes(chunk))),
    ]);
    await chen.db.copies.update('global', (record) => {
      Object.assign(record, { block_format: 2, languages: ['nl', 'en', 'sci'], revision: 'second', size: 2 });
      delete record.foreign_languages;
    });
  });

  it('stays searchable while offline, with the names it has', async () => {
    chen.isOnline = false;
    chen.clock.time += MINUTE;
    await chen.tab('one').tick();
    const reader = new TaxonomyReader(chen.db);
    expect(await reader.searchTaxa('mees')).toMatchObject([{ id: 7, name: 'Koolmees', matched: 'Mees', matched_language: null }]);
    expect(await reader.searchTaxa('blue t')).toMatchObject([{ id: 8, name: 'Blue tit', matched: null }]);
    expect(await ids('parus major')).toEqual([7]);
  });

  it('is replaced by one with the names of all languages', async () => {
    chen.server.taxa = [remoteTaxon(7, { nl: 'Koolmees', en: 'Great tit', sci: 'Parus major', de: 'Kohlmeise' })];
    chen.clock.time += MINUTE;
    await chen.tab('one').tick();
    expect(await new TaxonomyReader(chen.db).searchTaxa('kohlmeise')).toMatchObject([
      { id: 7, name: 'Koolmees', match: 'exact', matched: 'Kohlmeise', matched_language: 'de' },
    ]);
    expect(await chen.storedNames()).toEqual([await globalCopy()]);
  });
});
