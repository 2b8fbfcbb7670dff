import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archiveFiles, importPath, makeFile } from '../../../testing/archives.ts';
import { sql } from 'kysely';
import { faultMessage } from './fault-messages.ts';
import {
  type Case,
  core,
  edited,
  importCase,
  latin,
  removeTaxa,
  renamed,
  table,
  tabs,
  within,
  without,
} from '../../../testing/format-cases.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';

const SUNDEWS = ['Drosera', 'Drosera anglica = Drosera longifolia'];
const CSV = table(
  'taxonID,scientificName,taxonRank,acceptedNameUsageID',
  '1,Drosera,genus,',
  '2,Drosera anglica,species,',
  '3,Drosera longifolia,species,2',
);
const ARCHIVE = archiveFiles(
  core(
    ['taxonID', 'scientificName', 'taxonRank', 'acceptedNameUsageID'],
    '1|Drosera|genus|',
    '2|Drosera anglica|species|',
    '3|Drosera longifolia|species|2',
  ),
);
const USAGES = tabs(
  'col:ID,col:parentID,col:status,col:rank,col:scientificName,col:authorship',
  '1,,accepted,genus,Drosera,L.',
  '2,1,accepted,species,Drosera anglica,Huds.',
  '3,2,synonym,species,Drosera longifolia,L.',
);
const YAML = 'title: Sundews of the fen\nversion: "2026"\nlicense: cc by\n';

const withStatus = (...rows: string[]) =>
  table('taxonID,scientificName,taxonomicStatus,acceptedNameUsageID,acceptedNameUsage,originalNameUsage', ...rows);

const RECOGNISED: Case[] = [
  { name: 'a Darwin Core Archive', files: ARCHIVE, taxa: SUNDEWS, format: 'archive', title: 'Flora of the fen' },
  { name: 'a Darwin Core Archive as tar.gz', files: ARCHIVE, as: 'tar.gz', taxa: SUNDEWS, format: 'archive', title: 'Flora of the fen' },
  { name: 'a Darwin Core Archive as tar', files: ARCHIVE, as: 'tar', taxa: SUNDEWS, format: 'archive', title: 'Flora of the fen' },
  {
    name: 'a Darwin Core Archive in a folder of a tar.gz',
    files: within('checklist', ARCHIVE),
    as: 'tar.gz',
    taxa: SUNDEWS,
    format: 'archive',
  },
  { name: 'a Darwin Core Archive in ./ of a tar.gz', files: within('.', ARCHIVE), as: 'tar.gz', taxa: SUNDEWS, format: 'archive' },
  {
    name: 'an archive whose description is in capitals',
    files: renamed(ARCHIVE, 'meta.xml', 'META.XML'),
    taxa: SUNDEWS,
    format: 'archive',
  },
  {
    name: 'an archive with metadata.yaml instead of EML',
    files: { ...without(ARCHIVE, 'eml.xml'), 'metadata.yaml': YAML },
    taxa: SUNDEWS,
    title: 'Sundews of the fen',
  },
  {
    name: 'an archive with metadata.yaml next to EML',
    files: { ...ARCHIVE, 'metadata.yaml': YAML },
    taxa: SUNDEWS,
    title: 'Flora of the fen',
  },
  {
    name: 'tables with metadata.json',
    files: { 'taxa.csv': CSV, 'metadata.json': '{"title": "Sundews"}' },
    taxa: SUNDEWS,
    title: 'Sundews',
  },
  {
    name: 'tables with EML',
    files: { 'taxa.csv': CSV, 'eml.xml': ARCHIVE['eml.xml']! },
    taxa: SUNDEWS,
    title: 'Flora of the fen',
    format: 'darwin_core',
  },
  { name: 'a CSV', files: { 'list.csv': CSV }, taxa: SUNDEWS, format: 'darwin_core' },
  { name: 'a gzipped CSV', files: { 'list.csv': CSV }, as: 'gz', taxa: SUNDEWS, format: 'darwin_core' },
  { name: 'a CSV in a tar.gz', files: { 'list.csv': CSV }, as: 'tar.gz', taxa: SUNDEWS, format: 'darwin_core' },
  { name: 'a CSV with semicolons', files: { 'list.csv': CSV.replaceAll(',', ';') }, taxa: SUNDEWS },
  { name: 'a CSV with Windows line ends', files: { 'list.csv': CSV.replaceAll('\n', '\r\n') }, taxa: SUNDEWS },
  { name: 'a CSV with line ends of the old Mac', files: { 'list.csv': CSV.replaceAll('\n', '\r') }, taxa: SUNDEWS },
  { name: 'a CSV without a last line end', files: { 'list.csv': CSV.trimEnd() }, taxa: SUNDEWS },
  { name: 'a CSV with a byte order mark', files: { 'list.csv': `\uFEFF${CSV}` }, taxa: SUNDEWS },
  { name: 'a CSV in UTF-16', files: { 'list.csv': Buffer.from(`\uFEFF${CSV}`, 'utf16le') }, taxa: SUNDEWS },
  { name: 'a CSV with every value quoted', files: { 'list.csv': CSV.replace(/[^,\n]+/g, '"$&"') }, taxa: SUNDEWS },
  { name: 'a CSV with some values quoted', files: { 'list.csv': CSV.replace('Drosera anglica', '"Drosera anglica"') }, taxa: SUNDEWS },
  { name: 'a TSV without quotes', files: { 'list.tsv': CSV.replaceAll(',', '\t') }, taxa: SUNDEWS },
  { name: 'a TSV with quotes', files: { 'list.tsv': CSV.replaceAll(',', '\t').replace(/[^\t\n]+/g, '"$&"') }, taxa: SUNDEWS },
  { name: 'a table whose ending tells nothing', files: { list: CSV }, taxa: SUNDEWS },
  { name: 'prefixed terms', files: { 'list.csv': CSV.replace(/^.*/, (line) => line.replace(/\w+/g, 'dwc:$&')) }, taxa: SUNDEWS },
  {
    name: 'genus and epithet without a column of the name',
    files: { 'list.csv': table('taxonID,genus,specificEpithet,taxonRank', '1,Drosera,,genus', '2,Drosera,anglica,species') },
    taxa: ['Drosera', 'Drosera anglica'],
  },
  {
    name: 'genus and epithet with vernacular names',
    files: { 'list.csv': table('taxonID,genus,specificEpithet,vernacularName,language', '2,Drosera,anglica,Great sundew,en') },
    taxa: ['Drosera anglica'],
  },
  {
    name: 'titles after comments, by ignoreHeaderLines',
    files: archiveFiles(core(['taxonID', 'scientificName'], '1|Drosera'), (meta) =>
      meta.replace('ignoreHeaderLines="1"', 'ignoreHeaderLines="3"'),
    ),
    taxa: [],
    faults: ['!taxa.txt: there is no table of taxa, or it is empty'],
  },
  {
    name: 'comments before the titles, by ignoreHeaderLines',
    files: edited(
      archiveFiles(core(['taxonID', 'scientificName'], '1|Drosera'), (meta) =>
        meta.replace('ignoreHeaderLines="1"', 'ignoreHeaderLines="3"'),
      ),
      'taxa.txt',
      (text) => `A list\nof sundews\n${text}`,
    ),
    taxa: ['Drosera'],
  },
  {
    name: 'an empty line and one below the titles, by ignoreHeaderLines',
    files: edited(
      archiveFiles(core(['taxonID', 'scientificName', 'taxonRank'], '1|Drosera|genus'), (meta) =>
        meta.replace('ignoreHeaderLines="1"', 'ignoreHeaderLines="3"'),
      ),
      'taxa.txt',
      (text) => text.replace(/^.*\n/, '$&\nas in the herbarium\n'),
    ),
    taxa: ['Drosera'],
  },
  ...['DarwinCore', 'http://rs.tdwg.org/dwc/terms/DarwinCore', 'Taxon', 'dwc:Taxon', 'TAXON', 'http://rs.tdwg.org/dwc/terms/Taxon/'].map(
    (type) => ({
      name: `the row type ${type}`,
      files: archiveFiles(core(['taxonID', 'scientificName'], '1|Drosera'), (meta) =>
        meta.replace('"http://rs.tdwg.org/dwc/terms/Taxon"', `"${type}"`),
      ),
      taxa: ['Drosera'],
    }),
  ),
  {
    name: 'ranks in Portuguese, and names in capitals with their authors',
    files: {
      'list.csv': table(
        'taxonID,scientificName,taxonRank',
        '1,DROSERACEAE,FAMILIA',
        '2,Drosera L.,GENERO',
        '3,Drosera anglica HUDS 1778,ESPECIE',
        '4,Drosera anglica var. minor HUDS 1778,VARIEDADE',
      ),
    },
    taxa: ['Drosera', 'Drosera anglica', 'Drosera anglica var. minor', 'Droseraceae'],
  },
  {
    name: 'titles that ignoreHeaderLines does not count',
    files: archiveFiles(core(['taxonID', 'scientificName'], '1|Drosera'), (meta) =>
      meta.replace('ignoreHeaderLines="1"', 'ignoreHeaderLines="0"'),
    ),
    taxa: ['Drosera'],
  },
  { name: 'an archive in Latin-1', files: latin(archiveFiles(core(['taxonID', 'scientificName'], '1|Isoëtes'))), taxa: ['Isoëtes'] },
];

/** What spreadsheets, file managers and older programs make of a list. */
const ODD: Case[] = [
  { name: 'a CSV in big-endian UTF-16', files: { 'list.csv': Buffer.from(`\uFEFF${CSV}`, 'utf16le').swap16() }, taxa: SUNDEWS },
  { name: 'a CSV in UTF-16 without a byte order mark', files: { 'list.csv': Buffer.from(CSV, 'utf16le') }, taxa: SUNDEWS },
  {
    name: 'a CSV in Windows-1252, refused with the line, because a guess could damage names',
    files: { 'list.csv': Buffer.from(table('taxonID;scientificName', '1;Stachys', '2;Isoëtes'), 'latin1') },
    faults: [/^!list\.csv, line 3.*utf-8/.source],
  },
  {
    name: 'byte order marks in all files of an archive',
    files: edited(
      edited(ARCHIVE, 'taxa.txt', (text) => `\uFEFF${text}`),
      'meta.xml',
      (text) => `\uFEFF${text}`,
    ),
    taxa: SUNDEWS,
    format: 'archive',
  },
  {
    name: 'line ends of the old Mac in an archive',
    files: edited(ARCHIVE, 'taxa.txt', (text) => text.replaceAll('\n', '\r')),
    taxa: SUNDEWS,
    format: 'archive',
  },
  {
    name: 'line ends within quotes',
    files: { 'list.csv': table('taxonID,scientificName,taxonRemarks', '1,Drosera,"of ""bogs"",\nand fens"', '2,Drosera anglica,') },
    taxa: ['Drosera', 'Drosera anglica'],
  },
  { name: 'a folder in a folder of a zip', files: within('export', within('checklist', ARCHIVE)), taxa: SUNDEWS, format: 'archive' },
  {
    name: 'what a Mac adds to a zip',
    files: {
      ...within('list', ARCHIVE),
      '__MACOSX/list/._taxa.txt': Buffer.from([0, 5, 22, 7, 0, 2]),
      'list/.DS_Store': Buffer.from([0, 0, 0, 1]),
    },
    taxa: SUNDEWS,
    format: 'archive',
  },
  {
    name: 'a CSV with what a Mac adds to a zip',
    files: { 'list.csv': CSV, '__MACOSX/._list.csv': Buffer.from([0, 5, 22, 7, 0, 2]) },
    taxa: SUNDEWS,
  },
  {
    name: 'an extension without a single line',
    files: edited(
      archiveFiles({
        ...core(['taxonID', 'scientificName'], '1|Drosera'),
        names: { columns: ['taxonID', 'vernacularName', 'language'], rows: [] },
      }),
      'names.txt',
      () => '',
    ),
    taxa: ['Drosera'],
  },
  {
    name: 'a file whose name has other capitals than its description says',
    files: renamed(ARCHIVE, 'taxa.txt', 'Taxa.TXT'),
    taxa: SUNDEWS,
    format: 'archive',
  },
  {
    name: 'semicolons and decimal commas',
    files: { 'list.csv': table('taxonID;scientificName;sizeInCm', '1;Drosera;2,5', '2;Drosera anglica;12,25') },
    taxa: ['Drosera', 'Drosera anglica'],
  },
  ...(
    [
      ['with underscores', 'taxon_id,scientific_name'],
      ['in words', 'Taxon ID,Scientific Name'],
      ['in capitals', 'TAXONID,SCIENTIFICNAME'],
      ['in Dutch', 'id,Wetenschappelijke naam'],
      ['in German', 'ID,Wissenschaftlicher Name'],
      ['in French', 'id,Nom scientifique'],
      ['in Spanish', 'id,Nombre científico'],
      ['in Polish', 'id,Nazwa naukowa'],
      ['in Portuguese', 'ID,Nome científico'],
    ] as const
  ).map(([kind, titles]) => ({
    name: `titles ${kind}`,
    files: { 'list.csv': table(titles, '1,Drosera', '2,Drosera anglica') },
    taxa: ['Drosera', 'Drosera anglica'],
  })),
  {
    name: 'a table with bars between its columns',
    files: { 'list.txt': table('taxonID|scientificName', '1|Drosera', '2|Drosera anglica') },
    taxa: ['Drosera', 'Drosera anglica'],
  },
  {
    name: 'empty lines',
    files: { 'list.csv': table('taxonID,scientificName', '', '1,Drosera', '', ',', '2,Drosera anglica', '', '') },
    taxa: ['Drosera', 'Drosera anglica'],
  },
  {
    name: 'empty columns at the end of each line',
    files: { 'list.csv': table('taxonID;scientificName;;', '1;Drosera;;', '2;Drosera anglica;;') },
    taxa: ['Drosera', 'Drosera anglica'],
  },
  {
    name: 'words for a column that a term says too',
    files: { 'list.csv': table('taxonID,scientificName,ID,Scientific Name', '1,Drosera,x,Other', '2,Drosera anglica,y,Other') },
    taxa: ['Drosera', 'Drosera anglica'],
  },
  {
    name: 'the line by which Excel knows the separator',
    files: { 'list.csv': table('sep=;', 'taxonID;scientificName', '1;Drosera', '2;Drosera anglica') },
    taxa: ['Drosera', 'Drosera anglica'],
  },
];

const COLDP: Case[] = [
  {
    name: 'name usages',
    files: { 'NameUsage.tsv': USAGES, 'metadata.yaml': YAML },
    taxa: SUNDEWS,
    format: 'coldp',
    title: 'Sundews of the fen',
  },
  {
    name: 'name usages as tar.gz',
    files: { 'NameUsage.tsv': USAGES, 'metadata.yaml': YAML },
    as: 'tar.gz',
    taxa: SUNDEWS,
    format: 'coldp',
  },
  {
    name: 'name usages as CSV without prefixes',
    files: { 'NameUsage.csv': USAGES.replaceAll('col:', '').replaceAll('\t', ','), 'metadata.yaml': YAML },
    taxa: SUNDEWS,
    format: 'coldp',
  },
  {
    name: 'name usages in a folder',
    files: within('data', { 'nameusage.txt': USAGES, 'metadata.yaml': YAML }),
    taxa: SUNDEWS,
    format: 'coldp',
  },
  {
    name: 'names, taxa and synonyms in files of their own',
    files: {
      'Name.tsv': tabs(
        'ID,scientificName,authorship,rank',
        'n1,Drosera,L.,genus',
        'n2,Drosera anglica,Huds.,species',
        'n3,Drosera longifolia,L.,species',
      ),
      'Taxon.tsv': tabs('ID,nameID,parentID', 't1,n1,', 't2,n2,t1'),
      'Synonym.tsv': tabs('ID,taxonID,nameID,status', 's3,t2,n3,synonym'),
    },
    taxa: SUNDEWS,
    format: 'coldp',
  },
  {
    name: 'names of their parts',
    files: {
      'NameUsage.tsv': tabs(
        'ID,status,rank,uninomial,genericName,specificEpithet',
        '1,accepted,genus,Drosera,,',
        '2,accepted,species,,Drosera,anglica',
      ),
    },
    taxa: ['Drosera', 'Drosera anglica'],
  },
  {
    name: 'bare names and synonyms of nothing, which are left out',
    files: {
      'NameUsage.tsv': tabs('ID,parentID,status,scientificName', '1,,accepted,Drosera', '2,,bare name,Drosera nuda', '3,,synonym,Rorella'),
    },
    taxa: ['Drosera'],
    faults: [
      'NameUsage.tsv, line 3, column 3 (status): the file does not say of which taxon this is a synonym, so it is left out: "Drosera nuda"',
      'NameUsage.tsv, line 4, column 3 (status): the file does not say of which taxon this is a synonym, so it is left out: "Rorella"',
    ],
  },
  {
    name: 'misapplied names and ambiguous synonyms',
    files: {
      'NameUsage.tsv': tabs(
        'ID,parentID,status,scientificName',
        '1,,accepted,Drosera',
        '2,1,misapplied,Rossolis',
        '3,1,ambiguous synonym,Rorella',
      ),
    },
    taxa: ['Drosera = Rorella, Rossolis'],
  },
];

const REFUSED: Case[] = (
  [
    ['PDF', 'list.pdf', '%PDF-1.7\n'],
    ['Excel 97 (xls)', 'list.xls', Buffer.from('d0cf11e0a1b11ae10000', 'hex')],
    ['RAR', 'list.rar', 'Rar!\x1a\x07\x00'],
    ['7-Zip', 'list.7z', Buffer.from('377abcaf271c0004', 'hex')],
    ['xz', 'list.tar.xz', Buffer.from('fd377a585a000004', 'hex')],
    ['bzip2', 'list.tar.bz2', 'BZh91AY'],
    ['SQLite', 'list.sqlite', 'SQLite format 3\x00'],
    ['Parquet', 'list.parquet', 'PAR1'],
    ['JPEG', 'list.jpg', Buffer.from('ffd8ffe0', 'hex')],
    ['HTML', 'list.html', '<!DOCTYPE html>\n<html><body>404</body></html>'],
    ['HTML', 'list.csv', '\n  <html><head><title>Log in</title></head></html>'],
    ['XML', 'list.xml', '<?xml version="1.0"?><taxa/>'],
    ['JSON', 'list.json', '[{"taxonID": 1, "scientificName": "Drosera"}]'],
    ['JSON', 'list.txt', '{\n  "taxa": []\n}'],
    ['YAML', 'list.yaml', 'taxa:\n  - scientificName: Drosera\n'],
    ['TextTree', 'list.txtree', 'Drosera [genus]\n  Drosera anglica [species]\n    =Drosera longifolia [species]\n'],
    ['Newick', 'tree.nwk', '(Drosera_anglica,Drosera_intermedia);\n'],
    ['NEXUS', 'tree.nex', '#NEXUS\nbegin taxa;\n'],
    ['Access', 'list.mdb', Buffer.from('000100005374616e64617264204a6574204442', 'hex')],
  ] as const
).map(([format, file, content]) => ({
  name: `${format} (${file})`,
  files: { [file]: content },
  faults: [
    `!${file}: this is a file of the format "${format}", which cannot be imported; Darwin Core Archives (zip, tar.gz), ColDP, csv, tsv and Veld’s own tables can`,
  ],
}));
REFUSED.push(
  {
    name: 'an Excel workbook',
    files: { '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' },
    as: 'zip',
    faults: [/Excel \(xlsx\)/.source],
  },
  {
    name: 'a Word document',
    files: { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' },
    as: 'zip',
    faults: [/Word \(docx\)/.source],
  },
  {
    name: 'an OpenDocument',
    files: { mimetype: 'application/vnd', 'content.xml': '<a/>', 'META-INF/manifest.xml': '<a/>' },
    as: 'zip',
    faults: [/OpenDocument/.source],
  },
  { name: 'a PDF in a zip', files: { 'list.pdf': '%PDF-1.7' }, as: 'zip', faults: [/"PDF"/.source] },
  { name: 'a PDF in a tar.gz', files: { 'list.pdf': '%PDF-1.7' }, as: 'tar.gz', faults: [/"PDF"/.source] },
  { name: 'a zip in a zip', files: { 'list.zip': 'PK\x03\x04' }, as: 'zip', faults: [/"zip"/.source] },
  {
    name: 'binary data',
    files: { 'list.dat': Buffer.from([1, 2, 0, 3, 10]) },
    faults: ['!list.dat: this is neither an archive nor a table of text'],
  },
);

for (const [name, columns, row] of [
  ['as published by a museum', 'occurrenceID,basisOfRecord,scientificName', '1,HumanObservation,Drosera'],
  ['of the first Darwin Core', 'InstitutionCode,CatalogueNumber,ScientificName,Country', 'LSUMZ,14451,Drosera,Peru'],
  ['with places', 'scientificName,decimalLatitude,decimalLongitude', 'Drosera,52.1,5.2'],
] as const)
  REFUSED.push({
    name: `a table of records ${name}`,
    files: { 'list.csv': table(columns, row) },
    faults: ['!list.csv: this is a table of records, not a list of species'],
  });
REFUSED.push(
  {
    name: 'an archive of records with the row type DarwinCore',
    files: archiveFiles(core(['occurrenceID', 'scientificName', 'basisOfRecord'], '1|Drosera|HumanObservation'), (meta) =>
      meta.replace('dwc/terms/Taxon"', 'dwc/terms/DarwinCore"'),
    ),
    faults: ['!meta.xml, line 3, column 3 (rowType): the core is not a list of taxa: "http://rs.tdwg.org/dwc/terms/DarwinCore"'],
  },
  {
    name: 'a table in which many rows have a value too many',
    files: {
      'list.csv': table(
        'taxonID,scientificName',
        ...Array.from({ length: 60 }, (_, at) => `${at},Drosera,${at % 2 === 0 ? '' : 'L.'}`),
        '99,Aldrovanda',
      ),
    },
    faults: [
      '!list.csv, line 3, column 3: this line has more columns than the table, so it is left out: "L."',
      'list.csv, line 3, column 3: this line has more columns than the table, so it is left out: "L."',
    ],
  },
);

const TOLERATED: Case[] = [
  {
    name: 'a duplicate id keeps its first row',
    files: { 'list.csv': table('taxonID,scientificName', '1,Drosera', '1,Rorella', '2,Aldrovanda') },
    taxa: ['Aldrovanda', 'Drosera'],
    faults: ['list.csv, line 3, column 1 (taxonID): duplicate id: "1"'],
  },
  {
    name: 'a row without a name is left out',
    files: { 'list.csv': table('taxonID,scientificName', '1,Drosera', '2,', '3,???') },
    taxa: ['Drosera'],
    faults: [
      'list.csv, line 3, column 2 (scientificName): the name is missing',
      'list.csv, line 4, column 2 (scientificName): the name is missing "???"',
    ],
  },
  {
    name: 'a synonym of a missing taxon is left out, with its own synonyms, and never becomes a taxon',
    files: {
      'list.csv': table('taxonID,scientificName,acceptedNameUsageID', '1,Drosera,', '2,Rorella,77', '3,Rossolis,2', '4,Aldrovanda,1|78'),
    },
    taxa: ['Drosera'],
    faults: [
      'list.csv, line 3, column 3 (acceptedNameUsageID): this is a synonym of "77", which does not exist, so it is left out',
      'list.csv, line 4, column 3 (acceptedNameUsageID): this is a synonym of "2", which does not exist, so it is left out',
      'list.csv, line 5, column 3 (acceptedNameUsageID): this is a synonym of "78", which does not exist, so it is left out',
    ],
  },
  {
    name: 'a chain of synonyms is followed',
    files: { 'list.csv': table('taxonID,scientificName,acceptedNameUsageID', '1,Drosera,', '2,Rorella,3', '3,Rossolis,1') },
    taxa: ['Drosera = Rorella, Rossolis'],
  },
  {
    name: 'a circle of synonyms stays as taxa',
    files: { 'list.csv': table('taxonID,scientificName,acceptedNameUsageID', '1,Drosera,2', '2,Rorella,3', '3,Rossolis,1') },
    taxa: ['Drosera', 'Rorella', 'Rossolis'],
    faults: [
      'list.csv, line 2, column 3 (acceptedNameUsageID): synonyms form a circle: "2"',
      'list.csv, line 3, column 3 (acceptedNameUsageID): synonyms form a circle: "3"',
      'list.csv, line 4, column 3 (acceptedNameUsageID): synonyms form a circle: "1"',
    ],
  },
  {
    name: 'a circle of parents is cut',
    files: { 'list.csv': table('taxonID,scientificName,parentNameUsageID', '1,Drosera,2', '2,Rorella,1', '3,Drosera anglica,1') },
    taxa: ['Drosera', 'Drosera anglica', 'Rorella'],
    faults: [
      'list.csv, line 2, column 3 (parentNameUsageID): parents form a circle: "2"',
      'list.csv, line 3, column 3 (parentNameUsageID): parents form a circle: "1"',
    ],
  },
  {
    name: 'an extension row with one value too many is left out',
    files: edited(
      archiveFiles({
        ...core(['taxonID', 'scientificName'], '1|Drosera'),
        names: { columns: ['taxonID', 'vernacularName', 'language'], rows: [['1', 'Sundew', 'en']] },
      }),
      'names.txt',
      (text) => `${text}1\tZonnedauw\tnl\textra\n`,
    ),
    taxa: ['Drosera'],
    faults: ['names.txt, line 3, column 4: this line has more columns than the table, so it is left out: "extra"'],
  },
  {
    name: 'a taxon with one value too many is left out',
    files: { 'list.csv': table('taxonID,scientificName', '1,Drosera', '2,Rorella,L., 1753', '3,Aldrovanda,', '4,Dionaea') },
    taxa: ['Aldrovanda', 'Dionaea', 'Drosera'],
    faults: ['list.csv, line 3, column 3: this line has more columns than the table, so it is left out: "L."'],
  },
  {
    name: 'the core of an archive whose extension is missing',
    files: without(
      archiveFiles({
        ...core(['taxonID', 'scientificName'], '1|Drosera'),
        names: { columns: ['taxonID', 'vernacularName', 'language'], rows: [['1', 'Sundew', 'en']] },
      }),
      'names.txt',
    ),
    taxa: ['Drosera'],
    faults: ['meta.xml, line 10, column 12 (location): this file is not in the archive: "names.txt"'],
  },
  {
    name: 'an extension row without id is left out',
    files: archiveFiles({
      ...core(['taxonID', 'scientificName'], '1|Drosera'),
      names: { columns: ['taxonID', 'vernacularName', 'language'], rows: [['', 'Sundew', 'en']] },
    }),
    taxa: ['Drosera'],
    faults: ['names.txt, line 2, column 1 (taxonID): the id is missing'],
  },
  {
    name: 'EML that is not well-formed',
    files: { ...ARCHIVE, 'eml.xml': '<eml><dataset><title>Sun' },
    taxa: SUNDEWS,
    faults: ['eml.xml, line 1, column 24: this description cannot be read; the tables are imported without it'],
  },
  {
    name: 'EML with expanding entities',
    files: {
      ...ARCHIVE,
      'eml.xml': '<!DOCTYPE e [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><eml><dataset><title>&b;</title></dataset></eml>',
    },
    taxa: SUNDEWS,
    faults: ['eml.xml, line 1, column 56: this description cannot be read; the tables are imported without it'],
  },
  {
    name: 'metadata.yaml that is not YAML',
    files: { 'list.csv': CSV, 'metadata.yaml': 'title: "Sun\n- [' },
    taxa: SUNDEWS,
    faults: [/metadata\.yaml, line \d+, column \d+: this description cannot be read/.source],
  },
  {
    name: 'metadata.yaml with expanding aliases',
    files: { 'list.csv': CSV, 'metadata.yaml': 'a: &a [x, x]\nb: &b [*a, *a]\ntitle: *b\n' },
    taxa: SUNDEWS,
    faults: [/metadata\.yaml.*: this description cannot be read/.source],
  },
];

const SYNONYMS: Case[] = [
  {
    name: 'by acceptedNameUsage',
    files: { 'list.csv': withStatus('1,Drosera anglica,accepted,,,', '2,Drosera longifolia,synonym,,Drosera anglica,') },
    taxa: ['Drosera anglica = Drosera longifolia'],
  },
  {
    name: 'by acceptedNameUsage with its author',
    files: {
      'list.csv': withStatus(
        '1,Drosera anglica Huds.,accepted,,Drosera anglica Huds.,',
        '2,Drosera longifolia L.,,,Drosera anglica Huds.,',
      ),
    },
    taxa: ['Drosera anglica = Drosera longifolia'],
  },
  {
    name: 'by the name of another synonym',
    files: {
      'list.csv': withStatus(
        '1,Drosera anglica,,,,',
        '2,Drosera longifolia,,,Drosera anglica,',
        '3,Rorella longifolia,,,Drosera longifolia,',
      ),
    },
    taxa: ['Drosera anglica = Drosera longifolia, Rorella longifolia'],
  },
  {
    name: 'by a name that the file lacks',
    files: { 'list.csv': withStatus('1,Drosera anglica,,,,', '2,Rorella,synonym,,Aldrovanda,') },
    taxa: ['Drosera anglica'],
    faults: [
      'list.csv, line 3, column 4 (acceptedNameUsageID): this is a synonym of "Aldrovanda", which does not exist, so it is left out',
    ],
  },
  {
    name: 'by a name that two accepted rows have',
    files: { 'list.csv': withStatus('1,Drosera,,,,', '2,Drosera,,,,', '3,Rorella,synonym,,Drosera,') },
    taxa: ['Drosera', 'Drosera'],
    faults: ['list.csv, line 4, column 4 (acceptedNameUsageID): this is a synonym of "Drosera", which does not exist, so it is left out'],
  },
  {
    name: 'by originalNameUsage',
    files: { 'list.csv': withStatus('1,Rorella anglica,accepted,,,Drosera anglica Huds.') },
    taxa: ['Rorella anglica = Drosera anglica'],
  },
  {
    name: 'not by an original name that is accepted for another taxon',
    files: { 'list.csv': withStatus('1,Rorella anglica,accepted,,,Drosera anglica', '2,Drosera anglica,accepted,,,') },
    taxa: ['Drosera anglica', 'Rorella anglica'],
  },
  {
    name: 'of nothing, which are left out',
    files: { 'list.csv': withStatus('1,Drosera,accepted,,,', '2,Rorella,heterotypic synonym,,,') },
    taxa: ['Drosera'],
    faults: [
      'list.csv, line 3, column 3 (taxonomicStatus): the file does not say of which taxon this is a synonym, so it is left out: "Rorella"',
    ],
  },
  {
    name: 'not for an accepted row with another spelling of its own name',
    files: { 'list.csv': withStatus('1,Drosera anglica,accepted,,Drosera anglicum,') },
    taxa: ['Drosera anglica'],
  },
];

describe('an import of taxa', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer();
  });
  afterAll(() => veld.close());
  beforeEach(() => removeTaxa(veld));

  it.each([
    ...RECOGNISED.map((one) => ({ ...one, name: `reads ${one.name}` })),
    ...ODD.map((one) => ({ ...one, name: `reads oddities: ${one.name}` })),
    ...COLDP.map((one) => ({ ...one, name: `reads ColDP: ${one.name}` })),
    ...REFUSED.map((one) => ({ ...one, name: `refuses ${one.name}` })),
    ...TOLERATED.map((one) => ({ ...one, name: `tolerates: ${one.name}` })),
    ...SYNONYMS.map((one) => ({ ...one, name: `knows synonyms ${one.name}` })),
  ])('$name', async (one) => {
    const { found, expected } = await importCase(veld, one);
    expect(found).toEqual(expected);
  });

  it('finds parents by name, where the id is missing or not in the file, also among earlier imports', async () => {
    const imported = (...rows: string[]) =>
      importPath(
        veld,
        makeFile(
          veld,
          'list.csv',
          table('taxonID,scientificName,taxonRank,parentNameUsageID,parentNameUsage,taxonomicStatus,acceptedNameUsageID', ...rows),
        ),
      );
    const first = await imported(
      '1,Droseraceae,family,,,,',
      '2,Drosera,genus,,Droseraceae Salisb.,,',
      '3,Drosera anglica,species,x9,Drosera L.,,',
      '4,Drosera alba,species,2,Aldrovanda,,',
      '5,Rorella,genus,,,synonym,2',
      '6,Rorella alba,species,,Rorella,,',
      '7,Aldrovanda,genus,,Nepenthaceae,,',
    );
    expect(first.faults.map(faultMessage)).toEqual([
      'list.csv, line 7, column 4 (parentNameUsageID): the parent taxon does not exist: "Rorella"',
      'list.csv, line 8, column 4 (parentNameUsageID): the parent taxon does not exist: "Nepenthaceae"',
    ]);
    const later = await imported('8,Drosera intermedia,species,,Drosera,,');
    expect(later.faults).toEqual([]);
    const { rows } = await sql<{ name: string; parent: string | null }>`
      select t.scientific_name as name, p.scientific_name as parent from taxa t left join taxa p on p.id = t.parent_id order by t.source_id`.execute(
      veld.db,
    );
    expect(rows.map(({ name, parent }) => `${name} < ${parent}`)).toEqual([
      'Droseraceae < null',
      'Drosera < Droseraceae',
      'Drosera anglica < Drosera',
      'Drosera alba < Drosera',
      'Rorella alba < null',
      'Aldrovanda < null',
      'Drosera intermedia < Drosera',
    ]);
  });

  it('keeps the taxon of a complete list whose row is left out as the synonym of a missing one', async () => {
    const lines = (...rows: string[]) => makeFile(veld, 'list.csv', table('taxonID,scientificName,acceptedNameUsageID', ...rows));
    await importPath(veld, lines('1,Drosera,', '2,Rorella,'), { isComplete: true });
    const outcome = await importPath(veld, lines('1,Drosera,', '2,Rorella,77'), { isComplete: true });
    expect(outcome.result).toMatchObject({ deleted: 0 });
  });

  it('reads vernacular names from a column for each language, several in a cell', async () => {
    const file = table(
      'Scientific name,English name,Other common names,Family English name,Nederlandse naam,nom_fr,Notes',
      'Drosera anglica,Great Sundew,English Sundew | Long-leaved Sundew,Sundews,Lange zonnedauw,Rossolis d’Angleterre,seen',
      'Drosera intermedia,NA,,Sundews,Kleine zonnedauw,,',
    );
    const outcome = await importPath(veld, makeFile(veld, 'list.csv', file));
    expect(outcome.faults).toEqual([]);
    const names = await veld.db
      .selectFrom('taxon_names')
      .innerJoin('taxa', 'taxa.id', 'taxon_names.taxon_id')
      .select(['scientific_name', 'language', 'name', 'is_preferred'])
      .orderBy('scientific_name')
      .orderBy('language')
      .orderBy('name')
      .execute();
    expect(names.map((row) => Object.values(row).join(' / '))).toEqual([
      'Drosera anglica / en / English Sundew / false',
      'Drosera anglica / en / Great Sundew / true',
      'Drosera anglica / en / Long-leaved Sundew / false',
      'Drosera anglica / fr / Rossolis d’Angleterre / true',
      'Drosera anglica / nl / Lange zonnedauw / true',
      'Drosera intermedia / nl / Kleine zonnedauw / true',
    ]);
  });
});
