import { parseSize } from '../api/plan.ts';
import { sized } from '../report.ts';

export interface Options {
  records: number;
  seed: number;
  /** How often each tile is asked for. */
  rounds: number;
  /** A folder for the database, which stays there and is used again. */
  keep: string | undefined;
}

/** Parses the options that docs/benchmarks/map.md lists. */
export function parseMapOptions(args: readonly string[]): Options {
  const after = (option: string) => (args.includes(option) ? args[args.indexOf(option) + 1] : undefined);
  return {
    records: parseSize(after('--records') ?? `${sized(200, 2)}k`),
    seed: Number(after('--seed') ?? 1),
    rounds: Number(after('--rounds') ?? sized(5, 1)),
    keep: after('--keep'),
  };
}
