import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import type { ImportLimits } from '../features/taxa/import/limits.ts';
import { type ImportDefaults, NO_DEFAULTS } from '../features/taxa/import/values/groups.ts';
import { type Outcome, runImport } from '../features/taxa/import/run.ts';
import { insertImport } from '../features/taxa/import/store.ts';
import type { TestServer } from './server.ts';

/** Writes files as one zip into the server's data folder. Returns its path. */
export async function makeZip(veld: TestServer, files: Record<string, string | Buffer>): Promise<string> {
  const path = join(folder(veld), `${randomUUID()}.zip`);
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.isBuffer(content) ? content : Buffer.from(content), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

/** Writes a file into its own folder in the server's data folder. Returns its path. */
export function makeFile(veld: TestServer, name: string, content: string | Buffer): string {
  const parent = join(folder(veld), randomUUID());
  mkdirSync(parent);
  writeFileSync(join(parent, name), content);
  return join(parent, name);
}

function folder(veld: TestServer): string {
  const path = join(veld.dataDir, 'archives');
  mkdirSync(path, { recursive: true });
  return path;
}

export interface ImportOptions {
  source?: string;
  isComplete?: boolean;
  isDryRun?: boolean;
  limits?: ImportLimits;
  defaults?: Partial<ImportDefaults>;
  fileName?: string;
}

/** Imports a file like the command line. */
export async function importPath(veld: TestServer, path: string, options: ImportOptions = {}): Promise<Outcome & { importId: string }> {
  const { source = 'flora', isComplete = false, isDryRun = false, limits, defaults, fileName = path.split('/').at(-1)! } = options;
  const importId = randomUUID();
  await insertImport(veld.db, {
    id: importId,
    user_id: null,
    file_name: fileName,
    byte_length: 1,
    source,
    is_complete: isComplete,
    is_dry_run: isDryRun,
    state: 'reading',
  });
  const outcome = await runImport(veld.context, {
    importId,
    path,
    fileName,
    source,
    isComplete,
    isDryRun,
    defaults: { ...NO_DEFAULTS, ...defaults },
    ...(limits ? { limits } : {}),
  });
  return { ...outcome, importId };
}

const TERMS: Record<string, string> = { language: 'http://purl.org/dc/terms/' };
const term = (name: string) => `${TERMS[name] ?? 'http://rs.tdwg.org/dwc/terms/'}${name}`;

export interface CoreTable {
  /** Terms of the columns; the first one is the id. */
  columns: string[];
  rows: string[][];
}

const TYPES = {
  taxa: 'http://rs.tdwg.org/dwc/terms/Taxon',
  names: 'http://rs.gbif.org/terms/1.0/VernacularName',
  countries: 'http://rs.gbif.org/terms/1.0/Distribution',
};
export type CoreTables = { taxa: CoreTable } & Partial<Record<'names' | 'countries', CoreTable>>;

const text = ({ columns, rows }: CoreTable) => [columns, ...rows].map((row) => `${row.join('\t')}\n`).join('');

/** The contents of a Darwin Core Archive by file name; `change` edits its meta.xml. */
export function archiveFiles(tables: CoreTables, change: (meta: string) => string = (meta) => meta): Record<string, string> {
  const part = (kind: keyof CoreTables, { columns }: CoreTable) => `
  <${kind === 'taxa' ? 'core' : 'extension'} encoding="UTF-8" fieldsTerminatedBy="\\t" linesTerminatedBy="\\n" fieldsEnclosedBy="" ignoreHeaderLines="1" rowType="${TYPES[kind]}">
    <files><location>${kind}.txt</location></files>
    <${kind === 'taxa' ? 'id' : 'coreid'} index="0"/>
${columns.map((name, index) => `    <field index="${index}" term="${term(name)}"/>`).join('\n')}
  </${kind === 'taxa' ? 'core' : 'extension'}>`;
  const all = Object.entries(tables) as [keyof CoreTables, CoreTable][];
  const meta = `<?xml version="1.0" encoding="UTF-8"?>
<archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="eml.xml">${all.map(([kind, table]) => part(kind, table)).join('')}
</archive>
`;
  const eml = `<eml:eml xmlns:eml="https://eml.ecoinformatics.org/eml-2.2.0"><dataset><title>Flora of the fen</title></dataset></eml:eml>`;
  return { 'meta.xml': change(meta), 'eml.xml': eml, ...Object.fromEntries(all.map(([kind, table]) => [`${kind}.txt`, text(table)])) };
}
