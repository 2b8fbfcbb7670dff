import { findOwn } from '@veld/contract';
import type { Field, TableKind } from '../rows/dialect.ts';
import type { ArchiveFile } from './archive-file.ts';

/** The files of a data package of the Catalogue of Life (ColDP), by their names in lower case without ending. */
export const COLDP_FILES = ['nameusage', 'taxon', 'synonym', 'name', 'vernacularname', 'distribution'] as const;
export type ColdpFile = (typeof COLDP_FILES)[number];

const TAXON: Record<string, Field> = {
  id: 'id',
  parentid: 'parent_id',
  nameid: 'name_id',
  status: 'status',
  scientificname: 'scientific_name',
  authorship: 'authority',
  rank: 'rank',
  uninomial: 'uninomial',
  genericname: 'generic_name',
  genus: 'genus',
  infragenericepithet: 'subgenus',
  specificepithet: 'specific_epithet',
  infraspecificepithet: 'infraspecific_epithet',
  kingdom: 'kingdom',
  phylum: 'phylum',
  class: 'class',
  order: 'order',
  family: 'family',
};

const STATUS: Record<string, Field> = {
  establishmentmeans: 'establishment_means',
  degreeofestablishment: 'degree_of_establishment',
  threatstatus: 'threat_status',
};

/** The fields of each file. A usage of a name has the name in its own columns, or in the row of `Name` with its `nameID`. */
const FIELDS_OF: Record<ColdpFile, Record<string, Field>> = {
  nameusage: TAXON,
  taxon: TAXON,
  synonym: { ...TAXON, taxonid: 'accepted_id' },
  name: TAXON,
  vernacularname: { taxonid: 'id', name: 'vernacular_name', language: 'language', preferred: 'is_preferred' },
  distribution: { taxonid: 'id', areaid: 'location_id', area: 'area', gazetteer: 'gazetteer', status: 'occurrence_status', ...STATUS },
};

const KINDS_OF: Record<Exclude<ColdpFile, 'name'>, TableKind> = {
  nameusage: 'taxa',
  taxon: 'taxa',
  synonym: 'taxa',
  vernacularname: 'names',
  distribution: 'countries',
};

/** The kind of a file's table; null for `Name`, which other tables refer to. */
export function kindOfColdp(file: ColdpFile): TableKind | null {
  return file === 'name' ? null : KINDS_OF[file];
}

const bareTitle = (title: string) =>
  title
    .trim()
    .replace(/^.*[/#:]/, '')
    .toLowerCase();

/** Whether a table has the columns of `NameUsage`, whatever its file is called. */
export function isColdpHeader(titles: readonly string[]): boolean {
  const bare = new Set(titles.map(bareTitle));
  return ['id', 'parentid', 'status', 'scientificname'].every((title) => bare.has(title));
}

/** The field of a column title (`col:parentID` or `parentID`). */
export function fieldOfColdp(file: ColdpFile, title: string): Field | null {
  const bare = bareTitle(title);
  return findOwn(FIELDS_OF[file], bare);
}

/** The files of a data package; null if it is none, judging by the names of the files. */
export function findColdpFiles(files: readonly ArchiveFile[]): Map<ColdpFile, ArchiveFile> | null {
  const found = new Map<ColdpFile, ArchiveFile>();
  for (const file of files) {
    const [, base] = /^(?:.*\/)?([^/]+)\.(?:csv|tsv|txt)$/i.exec(file.name) ?? [];
    const kind = COLDP_FILES.find((one) => one === base?.toLowerCase().replace(/[-_ ]/g, ''));
    if (kind && !found.has(kind)) found.set(kind, file);
  }
  return found.has('nameusage') || (found.has('taxon') && found.has('name')) ? found : null;
}
