import { sizeOf } from '../api/plan.ts';

export interface Options {
  records: number;
  seed: number;
  /** How often each tile is asked for. */
  rounds: number;
}

/** Parses the options that docs/benchmarks/map.md lists. */
export function optionsOf(args: readonly string[]): Options {
  const after = (option: string) => (args.includes(option) ? args[args.indexOf(option) + 1] : undefined);
  return { records: sizeOf(after('--records') ?? '200k'), seed: Number(after('--seed') ?? 1), rounds: Number(after('--rounds') ?? 5) };
}
