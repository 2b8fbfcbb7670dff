import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { StructureBreach } from './structure.ts';

const DECLARATION = /declare readonly (\w+): Table</g;
/** Methods of a Dexie table that neither arrays nor maps have. */
const TABLE_METHODS = 'where|put|bulkGet|bulkPut|bulkAdd|bulkDelete|toArray|toCollection|orderBy|each|primaryKeys|upsert';
const SCREENS = ['web/src/features', 'web/src/app', 'web/src/ui'];

/** Finds screens that access a table of the device's databases instead of calling a function of `web/src/local`. */
export function findTableAccess(root: string): StructureBreach[] {
  const tables = code(root, 'web/src/local').flatMap(({ text }) => [...text.matchAll(DECLARATION)].map(([, table = '']) => table));
  if (tables.length === 0) return [];
  const patterns = accessPatterns(tables);
  return SCREENS.flatMap((folder) => code(root, folder)).flatMap(({ file, text }) => {
    const table = patterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
    return table ? [{ file, rule: `reads or writes the device table ${table}; use or add a function in web/src/local` }] : [];
  });
}

function accessPatterns(tables: readonly string[]): RegExp[] {
  const table = `(${[...new Set(tables)].join('|')})\\b`;
  const database = String.raw`\b\w*[dD]atabase(?:\([^()]*\))?`;
  return [
    new RegExp(String.raw`${database}\s*\??\.\s*${table}`),
    new RegExp(String.raw`\.\s*${table}\s*\.\s*(?:${TABLE_METHODS})\(`),
    new RegExp(String.raw`\.table(?:<[^>]*>)?\(\s*['"\`]${table}`),
    new RegExp(String.raw`\{[^{}]*\b${table}[^{}]*\}\s*=\s*${database}`),
  ];
}

/** The code files below a folder, without tests and comments. */
function code(root: string, folder: string): { file: string; text: string }[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.cases)\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !file.includes('/testing/'))
    .map((file) => ({ file, text: withoutComments(readFileSync(join(root, file), 'utf8')) }));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1');
}
