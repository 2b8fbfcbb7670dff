import { listedNames, sized } from '../report.ts';
import { ROUTES, type RouteName } from './requests.ts';

/** Opponents on the same data. Veld always takes part. */
const OPPONENTS = ['same SQL', 'floor'] as const;
export type Opponent = (typeof OPPONENTS)[number];

export interface Plan {
  seed: number;
  /** Several sizes are compared with the first. */
  records: readonly number[];
  /** A folder that keeps the records for further runs. */
  data: string | null;
  /** A commit whose server to compare with. */
  against: string | null;
  opponents: readonly Opponent[];
  routes: readonly RouteName[];
  connections: readonly number[];
  rounds: number;
  seconds: number;
  warmUpSeconds: number;
}

/** Parses the options that docs/benchmarks/api.md lists. */
export function parseApiPlan(args: readonly string[]): Plan {
  const after = (option: string) => (args.includes(option) ? (args[args.indexOf(option) + 1] ?? '') : null);
  const isQuick = args.includes('--quick');
  const isLong = args.includes('--long');
  const records = (after('--records') ?? (isQuick ? '10k' : `${sized(100, 1)}k`)).split(',').map(parseSize);
  const against = after('--against');
  if (records.length > 1 && (against !== null || args.includes('--sides')))
    throw new Error('With several sizes, Veld is only compared with itself: leave out --against and --sides');
  return {
    seed: Number(after('--seed') ?? 1),
    records,
    data: after('--data'),
    against,
    opponents: chosen('--sides', after('--sides'), OPPONENTS),
    routes: chosen('--routes', after('--routes'), ROUTES),
    connections: [1, 20],
    rounds: Number(after('--rounds') ?? (isQuick ? 2 : sized(5, 1))),
    seconds: isQuick ? 0.6 : isLong ? 20 : sized(3, 0.1),
    warmUpSeconds: isQuick ? 0.4 : sized(2, 0.1),
  };
}

function chosen<Name extends string>(option: string, list: string | null, known: readonly Name[]): Name[] {
  const { names, unknown } = listedNames(list, known);
  if (unknown.length > 0) throw new Error(`${option} knows ${known.join(', ')}, but not ${unknown.join(', ')}`);
  return names;
}

/** A number of records in short, as in the option. */
export function shortly(records: number): string {
  if (records % 1_000_000 === 0) return `${records / 1_000_000}m`;
  return records % 1000 === 0 ? `${records / 1000}k` : String(records);
}

/** A number of records such as 10k or 5m. */
export function parseSize(text: string): number {
  const [, digits, unit] = /^(\d+)([km]?)$/.exec(text.toLowerCase()) ?? [];
  const records = Number(digits) * (unit === 'm' ? 1_000_000 : unit === 'k' ? 1000 : 1);
  if (!(records >= 1000)) throw new Error(`--records needs numbers of at least 1k, such as 100k or 1m, but not ${text}`);
  return records;
}
