import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isAboveSpecies, RANKS_ABOVE_SPECIES } from '../contract/src/ranks.ts';
import { LANGUAGES, SCIENTIFIC, TAXON_GROUPS } from '../contract/src/vocabulary.ts';
import { compareStarter } from './starter-compare.ts';
import { readSamples } from './starter-samples.ts';
import { readStarterTables, sharedPreferredNames, type StarterTables } from './starter-tables.ts';

/**
 * Checks the starter taxonomy and the counts in docs/starter.md. With a folder of other publishers' lists (`--against`, or
 * VELD_SAMPLES) it also reports every difference from them that differences.tsv does not justify. `--write` updates the counts,
 * `--list` prints where those lists disagree with each other.
 */

const BEGIN = '<!-- counts: node scripts/starter.ts --write -->';
const END = '<!-- end of counts -->';

/** The counts as Markdown tables, as docs/starter.md has them: names by language, species by group, higher taxa by rank. */
export function countsInMarkdown(tables: StarterTables): string {
  const higher = new Set(tables.taxa.filter(({ rank }) => isAboveSpecies(rank)).map(({ id }) => id));
  const species = tables.taxa.filter(({ id }) => !higher.has(id));
  const perLanguage = [['language', 'species with a name', 'names', 'higher taxa with a name', 'names']];
  for (const language of LANGUAGES) {
    const names = Map.groupBy(
      tables.names.filter((name) => name.language === language),
      ({ taxonId }) => higher.has(taxonId),
    );
    const counted = [false, true].flatMap((isHigher) => {
      const some = names.get(isHigher) ?? [];
      return [String(new Set(some.map((name) => name.taxonId)).size), String(some.length)];
    });
    perLanguage.push([language, ...counted]);
  }
  const synonyms = tables.names.filter((name) => name.language === SCIENTIFIC && !higher.has(name.taxonId)).length;
  perLanguage.push(['scientific', ...[species.length, species.length + synonyms, higher.size, higher.size].map(String)]);
  const isSouth = (code: string) => code === 'ZA' || code === 'NA';
  const perGroup = [['group', 'species', 'in Europe', 'in southern Africa']];
  for (const group of [...TAXON_GROUPS, 'all']) {
    const taxa = species.filter((taxon) => group === 'all' || taxon.group === group);
    const europe = taxa.filter((taxon) => [...taxon.countries.keys()].some((code) => !isSouth(code)));
    const south = taxa.filter((taxon) => [...taxon.countries.keys()].some(isSouth));
    perGroup.push([group, ...[taxa, europe, south].map((some) => String(some.length))]);
  }
  const perRank = [['rank', 'taxa']];
  for (const rank of RANKS_ABOVE_SPECIES) {
    const count = tables.taxa.filter((taxon) => taxon.rank === rank).length;
    if (count > 0) perRank.push([rank, String(count)]);
  }
  return `\n${markdownTable(perLanguage)}\n\n${markdownTable(perGroup)}\n\n${markdownTable(perRank)}\n`;
}

/** A Markdown table as the formatter writes it: the first column aligned left, the others right. */
function markdownTable([head = [], ...body]: string[][]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...body].map((row) => row[at]?.length ?? 0)));
  const line = (row: string[]) =>
    `| ${row
      .map((cell, at) => {
        const width = widths[at] ?? 0;
        return at === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join(' | ')} |`;
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...body.map(line)].join('\n');
}

/** The page with new counts between its two marks; null without the marks. */
export function withCounts(page: string, counts: string): string | null {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from < 0 || to < from) return null;
  return `${page.slice(0, from + BEGIN.length)}\n${counts}\n${page.slice(to)}`;
}

function checkPage(path: string, tables: StarterTables, write: boolean): string[] {
  if (!existsSync(path)) return ['docs/starter.md is missing'];
  const page = readFileSync(path, 'utf8');
  const updated = withCounts(page, countsInMarkdown(tables));
  if (updated === null) return [`docs/starter.md has no place for the counts, between ${BEGIN} and ${END}`];
  if (updated === page) return [];
  if (!write) return ['docs/starter.md has other counts than the tables: run node scripts/starter.ts --write'];
  writeFileSync(path, updated);
  return [];
}

function checkAgainst(folder: string, tables: StarterTables, list: boolean): string[] {
  const { findings, needless, disagreements, counts } = compareStarter(tables, readSamples(join(folder, 'names')));
  console.log(
    `${counts.names} names: ${counts.confirmed} are in another list, ${counts.shorterOrLonger} are there in a shorter or longer form, ` +
      `${counts.nothingToCompare} are of species for which no list has a name in that language.`,
  );
  console.log(`${tables.differences.length} differences are justified (server/starter/differences.tsv).`);
  console.log(
    `The lists disagree with each other for ${disagreements.length} species and languages${list ? ':' : ' (--list shows them).'}`,
  );
  if (list) for (const line of disagreements) console.log(`  ${line}`);
  return [
    ...findings.map(({ taxonId, language, name, about }) => `not justified: ${taxonId}\t${language}\t${name}\t${about}`),
    ...needless.map((judgement) => `differences.tsv justifies ${judgement}, which is no difference`),
  ];
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      against: { type: 'string', default: process.env['VELD_SAMPLES'] ?? '' },
      write: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  });
  const root = resolve(import.meta.dirname, '..');
  const tables = readStarterTables(join(root, 'server/starter'));
  const faults = [...tables.faults, ...checkPage(join(root, 'docs/starter.md'), tables, values.write)];
  const higher = tables.taxa.filter(({ rank }) => isAboveSpecies(rank)).length;
  console.log(`${tables.taxa.length - higher} species, ${higher} taxa above species, ${tables.names.length} further names`);
  console.log(countsInMarkdown(tables));
  for (const shared of sharedPreferredNames(tables)) console.log(shared);
  if (values.against === '') console.log('Not compared with other lists of names: no folder was given (--against, or VELD_SAMPLES).');
  else if (!existsSync(join(values.against, 'names'))) faults.push(`${values.against} has no folder names to compare with`);
  else faults.push(...checkAgainst(values.against, tables, values.list));
  for (const fault of faults) console.log(fault);
  process.exit(faults.length > 0 ? 1 : 0);
}
