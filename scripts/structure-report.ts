import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { FEATURES } from '../contract/src/features.ts';
import { listImports, resolveFile } from './boundaries.ts';
import { findTableUses, type TableUse } from './server-tables.ts';

/*
 * `npm run structure`: how much a change costs and how large the rooms are, counted from the tree. The figures are for comparing a change of
 * the structure with what was before; `npm run check` holds the rules themselves.
 */

const root = resolve(import.meta.dirname, '..');
const PACKAGES = '{contract,geography,geometry,server,taxonomy,web}/**/*.{ts,tsx}';
const FEATURE_ORDER = Object.keys(FEATURES);
/** A file of at most so many lines, with one file that imports it, is counted as small. */
const SMALL = 40;

interface Source {
  file: string;
  text: string;
  lines: number;
  /** Files of the same workspace, as paths from the root. */
  imports: string[];
}

function sources(): Source[] {
  return globSync(PACKAGES, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' })
    .filter((file) => !/\.(test|spec|cases|d)\.tsx?$|\/testing\//.test(file))
    .map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const local = listImports(text).filter((path) => path.startsWith('.'));
      const imports = local.map((path) => relative(root, resolveFile(resolve(root, dirname(file), path))));
      return { file, text, lines: text.trimEnd().split('\n').length, imports };
    });
}

const featureOfFile = (file: string) => /^(?:server|web)\/src\/features\/([^/]+)\//.exec(file)?.[1] ?? null;

/** The number of files that a guide of CONTRIBUTING.md creates or changes, and how many of them are texts in other languages. */
function filesOfGuide(title: RegExp): { files: number; texts: number; lists: number } | null {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const part = page.split(/^#{2,3} /m).filter((section) => title.test(section.split('\n', 1).join()));
  if (part.length === 0) return null;
  const files = new Set<string>();
  const lists = new Set<string>();
  for (const [, language, file = '', code = ''] of part.join('\n').matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```$/gm)) {
    if (language !== 'sh') files.add(file);
    // Lines that are added to a file which knows many features or fields are a list to keep by hand.
    if (language === 'diff') lists.add(file);
    if (language === 'sh')
      for (const [path] of code.matchAll(/web\/src\/i18n\/(?:\*|\$language)\/[\w.-]*/g)) {
        const name = /[\w-]+\.json$/.exec(path)?.[0] ?? /en\/([\w-]+\.json)/.exec(code)?.[1] ?? '';
        for (const folder of globSync('web/src/i18n/??', { cwd: root })) files.add(`${folder}/${name}`);
      }
  }
  const texts = [...files].filter((file) => /^web\/src\/i18n\/(?!en\/)\w\w\//.test(file)).length;
  return { files: files.size, texts, lists: lists.size };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

const all = sources();
const importers = new Map<string, number>();
for (const { imports } of all) for (const target of new Set(imports)) importers.set(target, (importers.get(target) ?? 0) + 1);
const small = all.filter(({ file, lines }) => lines <= SMALL && importers.get(file) === 1);

const crossing = all.flatMap(({ file, imports }) => {
  const here = file.startsWith('web/') ? featureOfFile(file) : null;
  return here === null ? [] : imports.filter((target) => featureOfFile(target) !== null && featureOfFile(target) !== here);
});
const bypassing = crossing.filter((target) => !target.endsWith('/data.ts'));
const ofAccounts = all.flatMap(({ file, imports }) =>
  featureOfFile(file) === 'accounts' ? [] : imports.filter((target) => target.startsWith('web/src/features/accounts/')),
);

const ofNames = all.flatMap(({ file, text }) =>
  [...text.matchAll(/export (?:async )?(?:function|const) ([a-z]\w*Of)\b/g)].map(([, name = '']) => ({ file, name })),
);
const usesOfNames = all.flatMap(({ file, text }) =>
  [...text.matchAll(/import (?:type )?\{([^}]*)\}/g)].flatMap(([, names = '']) =>
    names
      .split(',')
      .flatMap((name) => name.trim().split(' ', 1))
      .filter((name) => /^[a-z]\w*Of$/.test(name) && file),
  ),
);
const metres = all.filter(({ text }) => /\b111_?[0-3]\d\d|\b111\.[0-3]\d*|\/ 360\b.*EARTH|EARTH\w* \/ 180|\/ 180\) \* EARTH/.test(text));

const uses = findTableUses(root);
const tables = new Set(uses.map(({ table }) => table));
const writers = Map.groupBy(
  uses.filter(({ feature, isWrite }) => feature !== null && isWrite),
  ({ table }) => table,
);
const shared = [...writers]
  .map(([table, some]) => ({ table, features: [...new Set(some.flatMap(({ feature }) => feature ?? []))] }))
  .filter(({ features }) => features.length > 1);
const isUpwards = ({ feature, owner }: TableUse) =>
  feature !== null && owner !== undefined && FEATURE_ORDER.indexOf(owner) > FEATURE_ORDER.indexOf(feature);
const upwards = new Set(uses.filter(isUpwards).map(({ feature, table }) => `${feature} ${table}`));
const guide = (title: RegExp) => {
  const found = filesOfGuide(title);
  return found ? `${found.files} files, ${found.texts} of them texts, ${found.lists} changed by hand` : 'no guide';
};
const rows: [string, string][] = [
  ['a number field for one group', guide(/^Of some groups/)],
  ['a kind of notification', guide(/kind of notification/)],
  ['a screen with routes and texts', guide(/^(Hello new feature|\d\. )/)],
  ['source files', String(all.length)],
  ['median lines of a source file', String(median(all.map(({ lines }) => lines)))],
  [`files of at most ${SMALL} lines with one importer`, String(small.length)],
  ['imports of another feature in the web app', String(crossing.length)],
  ['of these not of its data.ts', String(bypassing.length)],
  ['imports of accounts in the web app', String(ofAccounts.length)],
  ['tables', String(tables.size)],
  ['tables written by several features', String(shared.length)],
  ['tables used upwards', String(upwards.size)],
  ['exported names that end in Of', String(ofNames.length)],
  ['imports of such a name', String(usesOfNames.length)],
  ['files with a constant for the size of a degree', String(metres.length)],
];
const width = Math.max(...rows.map(([name]) => name.length));
for (const [name, value] of rows) console.log(`${name.padEnd(width)}  ${value}`);
if (process.argv.includes('--list')) {
  for (const { file, lines } of small) console.log(`small  ${file} ${lines}`);
  for (const { table, features } of shared) console.log(`table  ${table}: ${features.join(', ')}`);
  for (const { file } of metres) console.log(`degree  ${file}`);
  const byName = Map.groupBy(ofNames, ({ name }) => name);
  for (const [name, places] of byName) if (places.length > 1) console.log(`name  ${name}: ${places.map(({ file }) => file).join(', ')}`);
}
