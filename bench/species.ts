import { optionsOf, report } from './report.ts';
import { measureFrequencies } from './species/frequencies.ts';
import { measureScrolling } from './species/scroll.ts';

/** What is behind the screens of species; see docs/benchmarks/species.md. `frequencies` or `scroll` measures only that. */
const args = process.argv.slice(3);
const wants = (part: string) => !args.some((word) => ['frequencies', 'scroll'].includes(word)) || args.includes(part);
const log = (line: string) => console.log(`bench  ${line}`);
report(
  'species',
  [
    ...(wants('frequencies') ? await measureFrequencies(optionsOf(args), log) : []),
    ...(wants('scroll') ? await measureScrolling(log) : []),
  ],
  [],
);
