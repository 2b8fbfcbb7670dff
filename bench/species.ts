import { parseRunOptions, report } from './report.ts';
import { measureFrequencies } from './species/frequencies.ts';
import { measureScrolling, SCROLLED } from './species/scroll.ts';

/** What is behind the screens of species; see docs/benchmarks/species.md. `frequencies` or `scroll` measures only that. */
const args = process.argv.slice(3);
const wants = (part: string) => !args.some((word) => ['frequencies', 'scroll'].includes(word)) || args.includes(part);
const numberOf = (name: string, standard: number) => (args.includes(name) ? Number(args[args.indexOf(name) + 1]) : standard);
const scrolled = { species: numberOf('--species', SCROLLED.species), records: numberOf('--records', SCROLLED.records) };
const log = (line: string) => console.log(`bench  ${line}`);
report(
  'species',
  [
    ...(wants('frequencies') ? await measureFrequencies(parseRunOptions(args), log) : []),
    ...(wants('scroll') ? await measureScrolling(scrolled, log) : []),
  ],
  [],
);
