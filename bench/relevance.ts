import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isSmoke, listedNames, describeMachine, sized, listVersions } from './report.ts';
import { type ListName, buildTaxonList, LISTS, type TaxonList } from './relevance/lists.ts';
import { type Side, SIDES } from './relevance/sides.ts';
import { readTyped, type Typed } from './relevance/typed.ts';
import { sampleFolderIfAny } from './taxonomy/names.ts';

/**
 * How often the taxon meant by a typed text comes first and among the first five: Veld's search against libraries, on three lists of
 * taxa, with the labelled texts of taxonomy/fixtures/typed.tsv. See docs/benchmarks/relevance.md.
 */
const TOP = 5;
/** At a million taxa a search of some sides takes a second. */
const EVERY: Readonly<Record<ListName, number>> = { starter: 1, '100k': 1, '1M': 4 };

interface Result {
  list: ListName;
  side: string;
  language: string;
  kind: string;
  text: string;
  /** Position of the first acceptable taxon, from 0; -1 if it is not among the first five. */
  at: number;
}

const args = process.argv.slice(3);
const after = (word: string) => (args.includes(word) ? (args[args.indexOf(word) + 1] ?? '') : null);
const seed = Number(after('--seed') ?? 1);
const wantedLists = (after('--list')?.split(',') ?? (isSmoke ? ['starter'] : Object.keys(LISTS))).map((name) =>
  name === '1m' ? '1M' : name,
);
const wantedSides = listedNames(
  after('--sides'),
  SIDES.map(({ name }) => name),
);
const hasMisses = args.includes('--misses');
const wrong = [...wantedLists.filter((name) => !(name in LISTS)), ...wantedSides.unknown];
if (wrong.length > 0) {
  console.error(
    `Unknown: ${wrong.join(', ')}. --list takes ${Object.keys(LISTS).join(', ')}; --sides takes ${SIDES.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}

const sides = SIDES.filter(({ name }) => wantedSides.names.includes(name));
const folder = sampleFolderIfAny();
const results: Result[] = [];
for (const at of Object.keys(LISTS) as ListName[]) {
  if (!wantedLists.includes(at)) continue;
  if (at !== 'starter' && folder === null) {
    console.log(`bench  ${at} is left out: it needs real names, in the folder that VELD_SAMPLES names (docs/benchmarks/taxonomy.md)`);
    continue;
  }
  const typed = readTyped(Number(after('--every') ?? sized(EVERY[at], 50)));
  const list = buildTaxonList(at, at === 'starter' ? null : folder, seed);
  console.log(`bench  ${at}: ${list.world.length} taxa, ${typed.length} texts`);
  results.push(...(await measured(list, typed)));
}
printTable('all', () => 'all');
printTable('kind', ({ kind }) => kind);
printTable('language', ({ language }) => language);
const machine = describeMachine(listVersions(['minisearch', '@leeoniya/ufuzzy', '@orama/orama', 'fuse.js']));
mkdirSync(resolve(import.meta.dirname, '../results'), { recursive: true });
writeFileSync(
  resolve(import.meta.dirname, '../results/relevance.json'),
  `${JSON.stringify({ name: 'relevance', date: new Date().toISOString(), machine, results }, null, 1)}\n`,
);
console.log(machine);

/** One index at a time, to bound the memory. */
async function measured(list: TaxonList, typed: readonly Typed[]): Promise<Result[]> {
  const names = new Map(list.world.map(({ id, name }) => [id, name]));
  const found: Result[] = [];
  for (const language of new Set(typed.map((row) => row.language))) {
    for (const side of sides) {
      if (!side.lists.includes(list.at)) continue;
      found.push(
        ...(await measuredSide(
          side,
          list,
          names,
          typed.filter((row) => row.language === language),
          language,
        )),
      );
    }
  }
  return found;
}

async function measuredSide(
  side: Side,
  list: TaxonList,
  names: ReadonlyMap<number, string>,
  typed: readonly Typed[],
  language: string,
): Promise<Result[]> {
  const search = await side.make(list, language);
  const found: Result[] = [];
  for (const { text, taxa, kind } of typed) {
    const hits = (await search(text, TOP)).map((id) => names.get(id) ?? '');
    const at = hits.findIndex((name) => taxa.includes(name));
    found.push({ list: list.at, side: side.name, language, kind, text, at });
    if (hasMisses && side.name === 'veld' && at !== 0)
      console.log(`miss   ${list.at} [${language}] ${kind}: ${text} => ${taxa.join(' or ')}; found ${hits.join(', ') || 'nothing'}`);
  }
  return found;
}

/** Prints top 1 and top 5 in percent, a column for each side. */
function printTable(title: string, partOf: (result: Result) => string): void {
  for (const [list, ofList] of Map.groupBy(results, (result) => result.list)) {
    const columns = [...new Set(ofList.map(({ side }) => side))];
    const cells = [...Map.groupBy(ofList, partOf)].map(([part, some]) => {
      const bySide = Map.groupBy(some, ({ side }) => side);
      const shares = columns.map((side) => {
        const ofSide = bySide.get(side) ?? [];
        const share = (most: number) => ((100 * ofSide.filter(({ at }) => at >= 0 && at < most).length) / ofSide.length).toFixed(1);
        return `${share(1)} / ${share(TOP)}`;
      });
      return [part, String(bySide.get(columns[0]!)?.length ?? 0), ...shares];
    });
    const rows = [[`${list}, ${title}`, 'texts', ...columns], ...cells];
    const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
    const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
    console.log(['', line(rows[0]!), line(widths.map((width) => '-'.repeat(width))), ...rows.slice(1).map(line)].join('\n'));
  }
}
