import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archiveFiles } from '../../../testing/archives.ts';
import { type Case, core, edited, importCase, removeTaxa, table, tabs, within } from '../../../testing/format-cases.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';

const ARCHIVE = archiveFiles(core(['taxonID', 'scientificName', 'taxonRank'], '1|Drosera|genus', '2|Drosera anglica|species'));
const TAXA = ['Drosera', 'Drosera anglica'];

const withMeta = (change: (meta: string) => string) => edited(ARCHIVE, 'meta.xml', change);

/** Columns that other programs write, and files that stand beside a list. */
const SHAPES: Case[] = [
  {
    name: 'a genus in the name and one of the classification',
    files: {
      'NameUsage.tsv': tabs(
        'ID,parentID,status,rank,scientificName,genericName,specificEpithet,genus',
        '1,,accepted,species,Rossolis anglica,Rossolis,anglica,Drosera',
      ),
    },
    taxa: ['Rossolis anglica'],
    format: 'coldp',
  },
  {
    name: 'two terms for the same field, of which the first one counts',
    files: {
      'list.csv': table(
        'taxonID,scientificName,acceptedNameUsageID,acceptedTaxonID,subgenus,infragenericEpithet',
        '1,Drosera,,,,',
        '2,Rorella,1,99,,',
      ),
    },
    taxa: ['Drosera = Rorella'],
  },
  {
    name: 'a column that exists twice',
    files: { 'list.csv': table('taxonID,scientificName,family,Family', '1,Drosera,Droseraceae,') },
    taxa: ['Drosera'],
    faults: ['list.csv, line 1, column 4 (Family): this column exists twice'],
  },
  {
    name: 'a stray quote in a tab-separated archive that declares no quotes',
    files: edited(
      withMeta((meta) => meta.replace(/ fieldsEnclosedBy="[^"]*"/, '')),
      'taxa.txt',
      (text) => text.replace('Drosera\t', '"Drosera\t'),
    ),
    taxa: TAXA,
  },
  {
    name: 'a tab-separated table with quotes around some values',
    files: { 'list.tsv': tabs('taxonID,scientificName', '1,"Drosera"', '2,Drosera anglica') },
    taxa: TAXA,
  },
  {
    name: 'a quote that another row closes, as an error of the first one',
    files: { 'list.csv': table('taxonID,scientificName', '1,"Drosera', '2,Rorella"', '3,Drosera anglica') },
    taxa: [],
    faults: [/^!list\.csv, line 2, column 2 \(scientificName\): a quote is opened here and never closed/.source],
  },
  {
    name: 'the columns of ColDP in a file of another name',
    files: { 'export.csv': table('ID,parentID,status,rank,scientificName', '1,,accepted,genus,Drosera', '2,1,synonym,genus,Rorella') },
    taxa: ['Drosera = Rorella'],
  },
  {
    name: 'a ColDP file with a hyphen in its name',
    files: { 'name-usage.csv': table('ID,parentID,status,rank,scientificName', '1,,accepted,genus,Drosera', '2,1,synonym,genus,Rorella') },
    taxa: ['Drosera = Rorella'],
    format: 'coldp',
  },
  {
    name: 'the columns of a species list of GBIF',
    files: {
      'list.csv': tabs(
        'taxonKey,scientificName,acceptedTaxonKey,acceptedScientificName,numberOfOccurrences,taxonRank,taxonomicStatus,species',
        '1,Drosera anglica Huds.,1,Drosera anglica Huds.,12,SPECIES,ACCEPTED,Drosera anglica',
        '2,Drosera longifolia L.,1,Drosera anglica Huds.,3,SPECIES,SYNONYM,Drosera anglica',
      ),
    },
    taxa: ['Drosera anglica = Drosera longifolia'],
  },
  {
    name: 'the columns of WoRMS',
    files: {
      'list.csv': table(
        'AphiaID,ScientificName,AphiaID_accepted,ScientificName_accepted,Status',
        '1,Drosera,1,Drosera,accepted',
        '2,Rorella,1,Drosera,unaccepted',
      ),
    },
    taxa: ['Drosera = Rorella'],
  },
  {
    name: 'invalid and unaccepted names without the accepted ones, which are left out',
    files: {
      'list.csv': table('taxonID,scientificName,taxonomicStatus', '1,Drosera,valid', '2,Rorella,invalid', '3,Rossolis,not accepted'),
    },
    taxa: ['Drosera'],
    faults: [/line 3.*"Rorella"/.source, /line 4.*"Rossolis"/.source],
  },
  {
    name: 'an archive in a folder, beside a file that tells about it',
    files: { 'README.txt': 'A list of sundews.\n', ...within('dwca', ARCHIVE) },
    taxa: TAXA,
    format: 'archive',
  },
  { name: 'a file of the folder, as ./', files: withMeta((meta) => meta.replace('>taxa.txt<', '>./taxa.txt<')), taxa: TAXA },
  { name: 'an encoding with a space', files: withMeta((meta) => meta.replace('"UTF-8" fields', '"ISO 8859-1" fields')), taxa: TAXA },
  { name: 'a core without a type', files: withMeta((meta) => meta.replace(/(<core[^>]*) rowType="[^"]*"/, '$1')), taxa: TAXA },
  {
    name: 'a table of records beside the list',
    files: {
      'occurrence.csv': table('occurrenceID,taxonID,scientificName', 'a,2,Drosera anglica'),
      'taxon.csv': table('taxonID,scientificName', '1,Drosera', '2,Drosera anglica'),
    },
    taxa: TAXA,
  },
  {
    name: 'comments above the titles',
    files: { 'list.csv': table('# exported today', '# by anna', 'taxonID,scientificName', '1,Drosera', '2,Drosera anglica') },
    taxa: TAXA,
  },
  {
    name: 'a heading above the titles',
    files: { 'list.csv': table('Sundews of the fen,,', '', 'Family,Species,English', 'Droseraceae,Drosera anglica,Great Sundew') },
    taxa: ['Drosera anglica'],
  },
  {
    name: 'a column of the genus and one of the species',
    files: { 'list.csv': table('genus,species', 'Drosera,anglica', 'Drosera,intermedia') },
    taxa: ['Drosera anglica', 'Drosera intermedia'],
  },
  {
    name: 'names without a title',
    files: { 'list.txt': 'Drosera anglica\nDrosera intermedia\n' },
    taxa: ['Drosera anglica', 'Drosera intermedia'],
  },
  {
    name: 'NA for nothing',
    files: { 'list.csv': table('taxonID,scientificName,taxonRank,parentNameUsageID', '1,Drosera,genus,NA', '2,Drosera anglica,NA,1') },
    taxa: TAXA,
  },
];

describe('imports of lists as other programs write them', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer();
  });
  afterAll(() => veld.close());
  beforeEach(() => removeTaxa(veld));

  it.each(SHAPES)('read $name', async (one) => {
    const { found, expected } = await importCase(veld, one);
    expect(found).toEqual(expected);
  });
});
