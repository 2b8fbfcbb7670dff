import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveFiles, type CoreTables, importPath, makeFile, makeZip } from '../../../testing/archives.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';
import type { Tx } from '../../../db/open.ts';
import { withLongTimeouts } from './check.ts';
import { faultMessage } from './fault-messages.ts';

/** A small checklist with higher taxa, a synonym, names and countries. */
const fen = (): CoreTables => ({
  taxa: {
    columns: [
      'taxonID',
      'scientificName',
      'scientificNameAuthorship',
      'taxonRank',
      'parentNameUsageID',
      'acceptedNameUsageID',
      'kingdom',
      'class',
    ],
    rows: [
      ['p', 'Plantae', '', 'kingdom', '', '', 'Plantae', ''],
      ['f', 'Droseraceae', 'Salisb.', 'family', 'p', '', '', ''],
      ['g', 'Drosera', 'L.', 'genus', 'f', '', '', ''],
      ['1', 'Drosera rotundifolia L.', 'L.', 'species', 'g', '', '', ''],
      ['2', 'Drosera intermedia', 'Hayne', 'SPECIES', 'g', '', '', ''],
      ['3', 'Rossolis rotundifolia', '(L.) Moench', 'species', '', '1', '', ''],
      ['4', 'Falco fenensis', 'Anna, 2020', 'species', '', '', 'Animalia', 'Aves'],
    ],
  },
  names: {
    columns: ['taxonID', 'vernacularName', 'language', 'isPreferredName'],
    rows: [
      ['1', 'Zonnedauw', 'nl', ''],
      ['1', 'Ronde zonnedauw', 'nld', 'true'],
      ['1', 'Round-leaved sundew', 'en-GB', ''],
      ['3', 'Sundew', 'English', ''],
      ['1', 'Kihokki', 'fi', ''],
      ['2', 'Kleine zonnedauw', 'nl', ''],
    ],
  },
  countries: {
    columns: ['taxonID', 'countryCode', 'locationID', 'occurrenceStatus'],
    rows: [
      ['1', 'NL', '', 'common'],
      ['1', '', 'ISO_3166:BE', 'present'],
      ['1', 'LU', '', 'absent'],
      ['2', 'GBR', '', 'rare'],
    ],
  },
});

describe('a taxonomy import', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer();
  });
  afterAll(() => veld.close());

  const taxon = async (source: string, sourceId: string) => {
    const row = await veld.db
      .selectFrom('taxon_sources')
      .innerJoin('taxa', 'taxa.id', 'taxon_sources.taxon_id')
      .selectAll('taxa')
      .where('taxon_sources.source', '=', source)
      .where('taxon_sources.source_id', '=', sourceId)
      .executeTakeFirst();
    if (!row) throw new Error(`${source} ${sourceId} is not there`);
    return row;
  };
  const namesOf = async (id: number) => {
    const rows = await veld.db.selectFrom('taxon_names').selectAll().where('taxon_id', '=', id).execute();
    return rows.map((row) => `${row.language} ${row.name}${row.is_preferred ? ' *' : ''}`).toSorted();
  };
  const seq = async () => (await veld.db.selectFrom('taxonomy_state').select('seq').executeTakeFirstOrThrow()).seq;
  const everything = async () => ({
    state: await veld.db.selectFrom('taxonomy_state').selectAll().execute(),
    taxa: await veld.db.selectFrom('taxa').selectAll().orderBy('id').execute(),
    names: await veld.db.selectFrom('taxon_names').selectAll().orderBy('taxon_id').orderBy('language').orderBy('name').execute(),
    countries: await veld.db.selectFrom('taxon_countries').selectAll().orderBy('taxon_id').orderBy('country_code').execute(),
    sources: await veld.db.selectFrom('taxon_sources').selectAll().orderBy('source').orderBy('source_id').execute(),
    splits: await veld.db.selectFrom('taxon_splits').selectAll().orderBy('taxon_id').orderBy('into_id').execute(),
  });
  const staged = async () => {
    const tables = [
      'taxonomy_import_taxa',
      'taxonomy_import_names',
      'taxonomy_import_countries',
      'taxonomy_import_statuses',
      'taxonomy_import_changes',
    ] as const;
    const counts = await Promise.all(
      tables.map((table) =>
        veld.db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
      ),
    );
    return counts.reduce((sum, { n }) => sum + n, 0);
  };

  it('accepts a name that refers to its own synonym, and leaves out rows with only an id', async () => {
    const header = 'taxonID,scientificName,taxonRank,acceptedNameUsageID,taxonomicStatus';
    const table = (...rows: string[]) => makeFile(veld, 'dolphins.csv', `${[header, ...rows].join('\n')}\n`);
    const rows = [
      '105838,Pontoporia blainvillei,species,13,',
      '13,Delphinus Blainvillei,,105838,invalid',
      '14,Delphinus pontoporius,,105838,invalid',
    ];
    const outcome = await importPath(veld, table(...rows, '15,,,,'), { source: 'dolphins' });
    expect(outcome.result).toMatchObject({ taxa: 1, synonyms: 2, added: 1 });
    expect(outcome.faults.map(faultMessage)).toEqual(['dolphins.csv, line 5, column 2 (scientificName): the name is missing']);
    expect(await namesOf((await taxon('dolphins', '105838')).id)).toEqual(['sci Delphinus Blainvillei', 'sci Delphinus pontoporius']);
    // If both or neither have the status of a synonym, the accepted one cannot be determined.
    for (const status of ['synonym', '']) {
      const circle = await importPath(veld, table(`1,Falco niger,species,2,${status}`, `2,Falco albus,species,1,${status}`), {
        source: 'circle',
      });
      expect(circle.faults.map(({ code }) => code)).toEqual(['accepted_circle', 'accepted_circle']);
    }
    // A complete list deletes taxa that it lacks, but not those whose rows it could not read.
    await importPath(veld, table(...rows, '15,Delphinus nullus,species,,', '16,Delphinus absens,species,,'), { source: 'dolphins' });
    const complete = await importPath(veld, table(...rows, '15,,,,'), { source: 'dolphins', isComplete: true });
    expect(complete.result).toMatchObject({ deleted: 1, examples: { deleted: ['Delphinus absens'] } });
  });

  it('reads accepted names, synonyms, names, countries and groups from a Darwin Core Archive', async () => {
    const outcome = await importPath(veld, await makeZip(veld, archiveFiles(fen())), { source: 'fen' });
    expect(outcome.faults).toEqual([]);
    expect(outcome.result).toMatchObject({
      format: 'archive',
      title: 'Flora of the fen',
      taxa: 6,
      synonyms: 1,
      added: 6,
      names_added: { nl: 3, en: 2, sci: 1 },
      names_left_out: { fi: 1 },
      countries_added: { NL: 1, BE: 1, GB: 1 },
    });
    const sundew = await taxon('fen', '1');
    expect(sundew).toMatchObject({
      scientific_name: 'Drosera rotundifolia',
      authority: 'L.',
      rank: 'species',
      taxon_group: 'plant',
      family: 'Droseraceae',
      parent_id: (await taxon('fen', 'g')).id,
      source: 'fen',
      is_deleted: false,
    });
    expect(sundew.id).toBeGreaterThanOrEqual(100_000);
    expect(await taxon('fen', '4')).toMatchObject({ taxon_group: 'bird', rank: 'species' });
    expect(await namesOf(sundew.id)).toEqual([
      'en Round-leaved sundew *',
      'en Sundew',
      'nl Ronde zonnedauw *',
      'nl Zonnedauw',
      'sci Rossolis rotundifolia',
    ]);
    const places = await veld.db
      .selectFrom('taxon_countries')
      .select(['country_code', 'rarity_class'])
      .where('taxon_id', '=', sundew.id)
      .execute();
    expect(places.toSorted((a, b) => (a.country_code < b.country_code ? -1 : 1))).toEqual([
      { country_code: 'BE', rarity_class: 5 },
      { country_code: 'NL', rarity_class: 2 },
    ]);
    // A synonym is a name, not a taxon.
    expect(await veld.db.selectFrom('taxa').select('id').where('scientific_name', '=', 'Rossolis rotundifolia').execute()).toEqual([]);
    expect(await staged()).toBe(0);
  });

  it('reads an archive whose ids are only in the columns of its id and coreid', async () => {
    const files = archiveFiles(fen(), (meta) => meta.replaceAll(/<field index="0" term="[^"]*taxonID"\/>/g, ''));
    expect(files['meta.xml']).not.toContain('taxonID');
    const outcome = await importPath(veld, await makeZip(veld, files), { source: 'fen', isDryRun: true });
    expect(outcome.faults).toEqual([]);
    expect(outcome.result).toMatchObject({ taxa: 6, synonyms: 1, unchanged: 6, names_added: {}, countries_added: {} });
  });

  it('changes nothing if the file is the same, and otherwise only the taxa that differ', async () => {
    const before = await everything();
    const again = await importPath(veld, await makeZip(veld, archiveFiles(fen())), { source: 'fen', isComplete: true });
    expect(again.result).toMatchObject({ added: 0, changed: 0, unchanged: 6, names_added: {}, names_removed: {} });
    expect(await everything()).toEqual(before);

    const tables = fen();
    tables.taxa.rows[4]![2] = 'Hayne ex Anna';
    tables.names!.rows.splice(0, 1);
    const changed = await importPath(veld, await makeZip(veld, archiveFiles(tables)), { source: 'fen' });
    expect(changed.result).toMatchObject({ added: 0, changed: 2, unchanged: 4, names_removed: { nl: 1 } });
    const now = await seq();
    const moved = await veld.db.selectFrom('taxa').select('scientific_name').where('updated_seq', '=', now).execute();
    expect(moved.map((row) => row.scientific_name).toSorted()).toEqual(['Drosera intermedia', 'Drosera rotundifolia']);
  });

  it('returns in a dry run what would change, and changes nothing', async () => {
    const before = await everything();
    const path = await makeZip(veld, archiveFiles(fen()));
    const dry = await importPath(veld, path, { source: 'fen', isDryRun: true });
    expect(dry.state).toBe('checked');
    expect(dry.result).toMatchObject({
      added: 0,
      changed: 2,
      names_added: { nl: 1 },
      examples: { changed: ['Drosera rotundifolia', 'Drosera intermedia'] },
    });
    expect(await everything()).toEqual(before);
    const real = await importPath(veld, path, { source: 'fen' });
    expect({ ...real.result, seconds: 0 }).toEqual({ ...dry.result, seconds: 0 });
  });

  it('adds names and countries to an existing species with the same scientific name, rank and kingdom', async () => {
    const path = makeFile(
      veld,
      'list.csv',
      'scientificName,kingdom,taxonRank,vernacularName,language,countryCode\n' +
        '"Cygnus olor (Gmelin, 1789)",Animalia,species,Fen swan,en,FO\nCygnus olor,Animalia,species,Vijverzwaan,nl,FO\n' +
        'Cygnus olor,Plantae,species,,,\n',
    );
    const before = await veld.db.selectFrom('taxa').selectAll().where('id', '=', 1002).executeTakeFirstOrThrow();
    const outcome = await importPath(veld, path, { source: 'swans' });
    expect(outcome.result).toMatchObject({
      format: 'darwin_core',
      taxa: 1,
      added: 0,
      changed: 1,
      names_added: { en: 1, nl: 1 },
      countries_added: { FO: 1 },
    });
    const names = await namesOf(1002);
    expect(names).toEqual(expect.arrayContaining(['en Mute swan *', 'en Fen swan', 'nl Knobbelzwaan *', 'nl Vijverzwaan']));
    const after = await veld.db.selectFrom('taxa').selectAll().where('id', '=', 1002).executeTakeFirstOrThrow();
    expect({ ...after, updated_seq: 0 }).toEqual({ ...before, updated_seq: 0 });
    expect(after.updated_seq).toBeGreaterThan(before.updated_seq);
  });

  it('keeps homonyms in different kingdoms separate, with labels', async () => {
    const path = makeFile(
      veld,
      'genera.tsv',
      'taxonID\tscientificName\ttaxonRank\tkingdom\tphylum\na\tFicus\tgenus\tAnimalia\tMollusca\nb\tFicus\tgenus\tPlantae\t\n',
    );
    await importPath(veld, path, { source: 'genera' });
    const [snail, fig] = [await taxon('genera', 'a'), await taxon('genera', 'b')];
    // The fig is in the starter taxonomy.
    expect(fig.id).toBeLessThan(100_000);
    expect([snail.display_name, fig.display_name]).toEqual(['Ficus (mollusc)', 'Ficus (tree)']);
    // A name in a list of plants matches the plant.
    await importPath(veld, makeFile(veld, 'figs.csv', 'taxonID,scientificName,taxonRank,kingdom\nx9,Ficus,genus,Plantae\n'), {
      source: 'figs',
    });
    expect((await taxon('figs', 'x9')).id).toBe(fig.id);
  });

  it('merges a taxon that became a synonym, even if the accepted one is merged later', async () => {
    const list = (rows: string) => makeFile(veld, 'list.tsv', `taxonID\tscientificName\tkingdom\ttaxonRank\tacceptedNameUsageID\n${rows}`);
    await importPath(
      veld,
      list('a\tAster unus\tPlantae\tspecies\t\nb\tAster duo\tPlantae\tspecies\t\nc\tAster tres\tPlantae\tspecies\t\n'),
      { source: 'asters' },
    );
    const [a, b, c] = [await taxon('asters', 'a'), await taxon('asters', 'b'), await taxon('asters', 'c')];
    const merge = await importPath(veld, list('a\tAster unus\tPlantae\tspecies\tb\nb\tAster duo\tPlantae\tspecies\t\n'), {
      source: 'asters',
    });
    expect(merge.result).toMatchObject({ merged: 1, examples: { merged: ['Aster unus'] } });
    expect(await taxon('asters', 'a')).toMatchObject({ id: a.id, is_deleted: true, accepted_id: b.id });
    expect(await namesOf(b.id)).toEqual(['sci Aster unus']);
    // Now a synonym of a synonym.
    await importPath(
      veld,
      list('a\tAster unus\tPlantae\tspecies\tb\nb\tAster duo\tPlantae\tspecies\tc\nc\tAster tres\tPlantae\tspecies\t\n'),
      { source: 'asters' },
    );
    expect(await taxon('asters', 'a')).toMatchObject({ accepted_id: c.id, is_deleted: true });
    expect(await taxon('asters', 'b')).toMatchObject({ accepted_id: c.id, is_deleted: true });
    expect(await namesOf(c.id)).toEqual(['sci Aster duo', 'sci Aster unus']);
    // Accepted again, it has the same id as before.
    await importPath(
      veld,
      list('a\tAster unus\tPlantae\tspecies\t\nb\tAster duo\tPlantae\tspecies\tc\nc\tAster tres\tPlantae\tspecies\t\n'),
      { source: 'asters' },
    );
    expect(await taxon('asters', 'a')).toMatchObject({ id: a.id, is_deleted: false, accepted_id: null });
    expect(await namesOf(c.id)).toEqual(['sci Aster duo']);
  });

  it('moves the children of a merged taxon to its successor, and sends them to devices', async () => {
    const header = 'taxonID\tscientificName\tkingdom\ttaxonRank\tparentNameUsageID\tacceptedNameUsageID\n';
    const list = (rows: string) => makeFile(veld, 'list.tsv', header + rows);
    const rows = 'g\tErica\tPlantae\tgenus\t\t\nh\tEricella\tPlantae\tgenus\t\t\ns\tErica parva\tPlantae\tspecies\tg\t\n';
    await importPath(veld, list(rows), { source: 'heaths' });
    const outcome = await importPath(veld, list('g\tErica\tPlantae\tgenus\t\th\nh\tEricella\tPlantae\tgenus\t\t\n'), {
      source: 'heaths',
    });
    expect(outcome.result).toMatchObject({ merged: 1, changed: 2, examples: { changed: ['Ericella', 'Erica parva'] } });
    expect(await taxon('heaths', 's')).toMatchObject({ parent_id: (await taxon('heaths', 'h')).id, updated_seq: await seq() });
  });

  it('gives each step of a large list an hour', async () => {
    const timeout = (tx: Tx) => sql<{ statement_timeout: string }>`show statement_timeout`.execute(tx);
    expect((await withLongTimeouts(veld.db, randomUUID(), timeout)).rows).toEqual([{ statement_timeout: '1h' }]);
  });

  it('marks a taxon that was split, and stores its parts', async () => {
    const list = (rows: string) => makeFile(veld, 'list.tsv', `taxonID\tscientificName\tkingdom\ttaxonRank\tacceptedNameUsageID\n${rows}`);
    await importPath(veld, list('s\tViola tota\tPlantae\tspecies\t\n'), { source: 'violets' });
    const whole = await taxon('violets', 's');
    const rows = 's\tViola tota\tPlantae\tspecies\tx|y\nx\tViola una\tPlantae\tspecies\t\ny\tViola altera\tPlantae\tspecies\t\n';
    const split = await importPath(veld, list(rows), { source: 'violets' });
    expect(split.result).toMatchObject({ added: 2, split: 1, examples: { split: ['Viola tota'] } });
    expect(await taxon('violets', 's')).toMatchObject({ id: whole.id, is_deleted: true, accepted_id: null });
    const parts = await veld.db.selectFrom('taxon_splits').select('into_id').where('taxon_id', '=', whole.id).orderBy('into_id').execute();
    expect(parts.map((row) => row.into_id)).toEqual([(await taxon('violets', 'x')).id, (await taxon('violets', 'y')).id]);
    const before = await everything();
    await importPath(veld, list(rows), { source: 'violets' });
    expect(await everything()).toEqual(before);
  });

  it('deletes taxa missing from a complete list, but not those missing from a partial one', async () => {
    const list = (rows: string) => makeFile(veld, 'list.csv', `taxonID,scientificName,kingdom,taxonRank,vernacularName,language\n${rows}`);
    const both = 'm,Musca magna,Animalia,species,Big fly,en\nn,Musca nova,Animalia,species,,\n';
    await importPath(veld, list(both), { source: 'flies' });
    await importPath(veld, list('n,Musca nova,Animalia,species,,\n'), { source: 'flies' });
    expect(await taxon('flies', 'm')).toMatchObject({ is_deleted: false });
    const fly = await taxon('flies', 'm');
    const gone = await importPath(veld, list('n,Musca nova,Animalia,species,,\n'), { source: 'flies', isComplete: true });
    expect(gone.result).toMatchObject({ deleted: 1, examples: { deleted: ['Musca magna'] } });
    expect(await taxon('flies', 'm')).toMatchObject({ is_deleted: true, accepted_id: null });
    // Taxa of other sources do not change.
    expect(await taxon('fen', '1')).toMatchObject({ is_deleted: false });
    await importPath(veld, list(both), { source: 'flies' });
    expect(await taxon('flies', 'm')).toMatchObject({ id: fly.id, is_deleted: false });
  });

  it('makes devices forget a country that a source no longer lists', async () => {
    const list = (code: string) =>
      makeFile(veld, 'list.csv', `taxonID,scientificName,kingdom,taxonRank,countryCode\nv,Vespa vaga,Animalia,species,${code}\n`);
    await importPath(veld, list('NL|BE'), { source: 'wasps' });
    const outcome = await importPath(veld, list('NL'), { source: 'wasps' });
    expect(outcome.result).toMatchObject({ changed: 1, unchanged: 0, countries_removed: { BE: 1 } });
    expect((await taxon('wasps', 'v')).updated_seq).toBe(await seq());
  });

  it('reads Darwin Core tables without a description by their header lines, and leaves out other tables', async () => {
    const zip = await makeZip(veld, {
      'taxa.csv': 'taxonID,scientificName,kingdom,taxonRank\n1,Tipula paludum,Animalia,species\n',
      'names.csv': 'taxonID,vernacularName,language\n1,Fen crane fly,en\n',
      'places.csv': 'taxonID,countryCode\n1,NL\n',
      // Without ids, names and countries belong to no taxon.
      'languages.csv': 'vernacularName,language\nCrane fly,en\n',
      'countries.csv': 'countryCode,locality\nBE,everywhere\n',
      'measurements.csv': 'taxonID,measurementValue\n1,12\n',
    });
    const outcome = await importPath(veld, zip, { source: 'tables' });
    expect(outcome.faults).toEqual([]);
    expect(outcome.result).toMatchObject({ format: 'darwin_core', added: 1, names_added: { en: 1 }, countries_added: { NL: 1 } });
  });

  it.each(['utf-16le', 'utf-16be'])(
    'reads Veld’s own tables and the description of an archive in %s with a byte order mark',
    async (encoding) => {
      const little = Buffer.from('\uFEFFid\tscientific_name\trank\tgroup\n1\tŻaba fenensis\tspecies\tamphibian\n', 'utf16le');
      const path = makeFile(veld, 'taxa.tsv', encoding === 'utf-16le' ? little : little.swap16());
      const outcome = await importPath(veld, path, { source: encoding, isDryRun: true });
      expect(outcome.faults.map(faultMessage)).toEqual([]);
      expect(outcome.result).toMatchObject({ format: 'veld', taxa: 1 });

      const files = archiveFiles(fen());
      const meta = Buffer.from(`\uFEFF${files['meta.xml']}`, 'utf16le');
      const archive = await makeZip(veld, { ...files, 'meta.xml': encoding === 'utf-16le' ? meta : meta.swap16() });
      expect((await importPath(veld, archive, { source: 'fen', isDryRun: true })).result).toMatchObject({ format: 'archive', taxa: 6 });
    },
  );

  it('reads Veld’s own tables, zipped or gzipped, with groups, rarity classes, countries and counts', async () => {
    const taxa =
      'id\tscientific_name\tauthority\trank\tgroup\tfamily\trarity_class\tcountries\tparent_id\taccepted_id\tobservation_count\n';
    const row =
      '7\tBoletus fenensis\tBram\tspecies\tfungus\tBoletaceae\t2\tNL:1 BE\t\t\t321\n8\tBoletus vetus\t\tspecies\tfungus\t\t\t\t\t7\t\n';
    const names = 'taxon_id\tlanguage\tname\n7\tnl\tVenboleet\n7\tnl\tMoerasboleet\n7\tsci\tBoletus paludis\n';
    const zip = await makeZip(veld, { 'list/taxa.tsv': taxa + row, 'list/names.tsv': names, 'list/README.md': 'about it' });
    const outcome = await importPath(veld, zip, { source: 'boletes' });
    expect(outcome.result).toMatchObject({
      format: 'veld',
      added: 1,
      synonyms: 1,
      names_added: { nl: 2, sci: 2 },
      countries_added: { NL: 1, BE: 1 },
    });
    const bolete = await taxon('boletes', '7');
    expect(bolete).toMatchObject({ taxon_group: 'fungus', family: 'Boletaceae', rarity_class: 2, external_observation_count: 321 });
    expect(await namesOf(bolete.id)).toEqual(['nl Moerasboleet', 'nl Venboleet *', 'sci Boletus paludis', 'sci Boletus vetus']);
    const packed = await importPath(veld, makeFile(veld, 'taxa.tsv.gz', gzipSync(taxa + row.replace('321', '322'))), { source: 'boletes' });
    expect(packed.result).toMatchObject({ added: 0, changed: 1 });
    expect(await namesOf(bolete.id)).toContain('nl Venboleet *');
  });

  it('keeps the preferred names of the starter and the names of other sources', async () => {
    const list = (names: string) =>
      makeFile(veld, 'list.csv', `taxonID,scientificName,kingdom,taxonRank,vernacularName,language\n${names}`);
    await importPath(veld, list('g,Anser anser,Animalia,species,Fen goose,en\n'), { source: 'geese' });
    await importPath(veld, list('h,Anser anser,Animalia,species,Marsh goose,en\n'), { source: 'more-geese', isComplete: true });
    await importPath(veld, list('g,Anser anser,Animalia,species,Other goose,en\n'), { source: 'geese' });
    const names = await namesOf(1003);
    expect(names).toEqual(expect.arrayContaining(['en Marsh goose', 'en Other goose']));
    expect(names).not.toContain('en Fen goose');
    expect(names.filter((name) => name.startsWith('en ') && name.endsWith('*'))).toEqual(['en Greylag goose *']);
  });

  describe('of scientific names', () => {
    const table = (name: string, ...lines: string[]) => makeFile(veld, name, `${lines.join('\n')}\n`);
    const summary = async (source: string) => {
      const rows = await veld.db.selectFrom('taxa').selectAll().where('source', '=', source).orderBy('id').execute();
      return rows.map((row) => [row.scientific_name, row.authority, row.rank, row.taxon_group]);
    };

    it('keeps the whole name of subspecies, hybrids and cultivars, without their authors', async () => {
      const path = table(
        'names.csv',
        'taxonID,scientificName,kingdom',
        '1,Erodium cygnorum Nees,Plantae',
        '2,Erodium cygnorum Nees subsp. glandulosum Carol.,Plantae',
        '3,Acer campestre L. subsp. campestre,Plantae',
        '4,Mentha x piperita L.,Plantae',
        "5,Malus domestica Borkh. 'Golden Delicious',Plantae",
        '6,Rubus fruticosus L. agg.,Plantae',
        '7,"Bombus (Pyrobombus) hypnorum (Linnaeus, 1758)",Animalia',
        '8,Tobacco mosaic virus,Viruses',
        '9,Candidatus Phytoplasma solani,Bacteria',
      );
      const outcome = await importPath(veld, path, { source: 'names' });
      expect(outcome.faults).toEqual([]);
      expect(await summary('names')).toEqual([
        ['Erodium cygnorum', 'Nees', 'species', 'plant'],
        ['Erodium cygnorum subsp. glandulosum', 'Carol.', 'subspecies', 'plant'],
        ['Acer campestre subsp. campestre', null, 'subspecies', 'plant'],
        ['Mentha × piperita', 'L.', 'hybrid', 'plant'],
        ["Malus domestica 'Golden Delicious'", null, 'cultivar', 'plant'],
        ['Rubus fruticosus agg.', 'L.', 'aggregate', 'plant'],
        ['Tobacco mosaic virus', null, 'unranked', 'other'],
        ['Candidatus Phytoplasma solani', null, 'species', 'other'],
      ]);
      // The bumblebee of the starter taxonomy, which has no subgenus.
      expect(await taxon('names', '7')).toMatchObject({ scientific_name: 'Bombus hypnorum', source: 'starter' });
    });

    it('reads a table with genus and epithets instead of names, and warns about rows that contradict themselves', async () => {
      const columns = 'genus,specificEpithet,infraspecificEpithet,taxonRank,kingdom';
      const path = table(
        'parts.csv',
        columns,
        'Erodium,crinitum,,species,Plantae',
        'Erodium,crinitum,album,subspecies,Plantae',
        'Erodium,botrys,,genus,',
      );
      const outcome = await importPath(veld, path, { source: 'parts' });
      expect(await summary('parts')).toEqual([
        ['Erodium crinitum', null, 'species', 'plant'],
        ['Erodium crinitum subsp. album', null, 'subspecies', 'plant'],
        ['Erodium botrys', null, 'genus', 'other'],
      ]);
      expect(outcome.faults.map(faultMessage)).toEqual([
        'parts.csv, line 4, column 4 (taxonRank): the rank does not fit the name "Erodium botrys"',
      ]);
    });

    it('gives rows and their descendants the default group, unless an ancestor says theirs', async () => {
      const path = () =>
        table(
          'defaults.csv',
          'taxonID,scientificName,taxonRank,parentNameUsageID,class',
          '1,Araneus ignotus,species,,',
          '2,Fenidae,family,,Aves',
          '3,Falco ignotus,species,2,',
        );
      await importPath(veld, path(), { source: 'defaults', defaults: { group: 'spider' } });
      const groups = async () => (await summary('defaults')).map(([name, , , group]) => `${name}: ${group}`);
      expect(await groups()).toEqual(['Araneus ignotus: spider', 'Fenidae: bird', 'Falco ignotus: bird']);
      await importPath(veld, path(), { source: 'defaults', defaults: { kingdom: 'fungi' } });
      expect(await groups()).toEqual(['Araneus ignotus: fungus', 'Fenidae: bird', 'Falco ignotus: bird']);
    });
  });
});
