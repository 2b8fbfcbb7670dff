import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { pack as packTar } from 'tar-stream';
import { expect } from 'vitest';
import { faultMessage } from '../features/taxa/import/fault-messages.ts';
import { type CoreTables, importPath, makeFile, makeZip } from './archives.ts';
import type { TestServer } from './server.ts';

export type Files = Record<string, string | Buffer>;

export interface Case {
  name: string;
  /** One file stands alone; several are zipped. */
  files: Files;
  as?: 'zip' | 'tar' | 'tar.gz' | 'gz';
  /** Accepted taxa, sorted, each with its synonyms after `=`. Undefined if the import fails. */
  taxa?: string[];
  /** All faults; `!` marks errors. */
  faults?: string[];
  format?: string;
  title?: string;
}

export const table = (...rows: string[]) => rows.map((row) => `${row}\n`).join('');
export const tabs = (...rows: string[]) => table(...rows).replaceAll(',', '\t');
export const core = (columns: string[], ...rows: string[]): CoreTables => ({ taxa: { columns, rows: rows.map((row) => row.split('|')) } });

/** The taxa of the server, each with its synonyms. */
async function storedTaxa(veld: TestServer): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select t.scientific_name || coalesce(' = ' || string_agg(n.name, ', ' order by n.name), '') as line
    from taxa t left join taxon_names n on n.taxon_id = t.id and n.language = 'sci' and n.name <> t.scientific_name
    where not t.is_deleted group by t.id, t.scientific_name`.execute(veld.db);
  return rows.map(({ line }) => line).toSorted();
}
async function pack(veld: TestServer, { files, as }: Case): Promise<string> {
  const [[name, content]] = Object.entries(files) as [[string, string | Buffer]];
  if (as === 'gz') return makeFile(veld, `${name}.gz`, gzipSync(content));
  if (as === 'tar' || as === 'tar.gz') {
    // Programs that pack a folder put an entry of its own for it before those of its files.
    const folders = new Set(Object.keys(files).map((path) => path.slice(0, path.lastIndexOf('/') + 1)));
    const packing = packTar();
    for (const path of [...folders].filter(Boolean)) packing.entry({ name: path, type: 'directory' });
    for (const [path, body] of Object.entries(files)) packing.entry({ name: path }, body);
    packing.finalize();
    const tar = await buffer(packing);
    return makeFile(veld, `list.${as}`, as === 'tar' ? tar : gzipSync(tar));
  }
  return as === 'zip' || Object.keys(files).length > 1 ? makeZip(veld, files) : makeFile(veld, name, content);
}

/** Imports the files of a case. Returns faults, state and taxa, and what the case expects of them. */
export async function importCase(veld: TestServer, one: Case): Promise<{ found: object; expected: object }> {
  const { faults, state, result } = await importPath(veld, await pack(veld, one));
  const messages = faults.map((fault) => `${fault.is_warning ? '' : '!'}${faultMessage(fault)}`);
  const { format, title } = result ?? {};
  return {
    found: { faults: messages, state, taxa: await storedTaxa(veld), format, title },
    expected: {
      // A text that is not the whole message is a pattern.
      faults: (one.faults ?? []).map((text, at) => (messages[at] === text ? text : expect.stringMatching(new RegExp(text)))),
      state: messages.some((message) => message.startsWith('!')) ? 'failed' : 'done',
      taxa: one.taxa ?? [],
      format: one.format ?? format,
      title: one.title ?? title,
    },
  };
}

/** Removes what earlier imports have left. */
export async function removeTaxa(veld: TestServer): Promise<void> {
  await sql`truncate taxa, taxon_names, taxon_countries, taxon_sources, taxon_splits cascade`.execute(veld.db);
}

export function within(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]));
}
export function renamed(files: Files, from: string, to: string): Files {
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [name === from ? to : name, content]));
}
export function without(files: Files, name: string): Files {
  return Object.fromEntries(Object.entries(files).filter(([one]) => one !== name));
}
export function edited(files: Files, name: string, change: (text: string) => string): Files {
  return { ...files, [name]: change(String(files[name])) };
}
export function latin(files: Record<string, string>): Files {
  const meta = files['meta.xml']!.replace('encoding="UTF-8" fields', 'encoding="ISO-8859-1" fields');
  return { ...files, 'meta.xml': meta, 'taxa.txt': Buffer.from(files['taxa.txt']!, 'latin1') };
}
