import type { BodyOf, logTaxonomy } from '@veld/contract';
import type { Context } from '../../http/context.ts';

const HOUR_MS = 3_600_000;
const LINES_AN_HOUR = 60;
/** Addresses remembered at once; the oldest are forgotten first, so a flood of addresses costs no memory. */
const ADDRESSES = 10_000;

/** What a device reports, in the server’s words (decision 0021). */
const MESSAGES: Record<BodyOf<typeof logTaxonomy>['code'], string> = {
  running_twice: 'taxonomy update running twice',
  cancelled_by_server: 'taxonomy update cancelled by the server',
  total_mismatch: 'taxonomy update: total mismatch',
  data_missing: 'taxonomy update: data missing, try again later',
  too_many_errors: 'taxonomy update: too many errors',
};

/** Writes what devices tell of stopped updates, without anything personal; of one address at most 60 lines an hour. */
export function deviceLog(context: Pick<Context, 'log' | 'now'>): (address: string, told: BodyOf<typeof logTaxonomy>) => void {
  const counted = new Map<string, { until: number; lines: number }>();
  return (address, told) => {
    const now = context.now().getTime();
    let entry = counted.get(address);
    if (!entry || entry.until <= now) {
      counted.delete(address);
      entry = { until: now + HOUR_MS, lines: 0 };
      counted.set(address, entry);
      if (counted.size > ADDRESSES) counted.delete(counted.keys().next().value!);
    }
    entry.lines += 1;
    if (entry.lines > LINES_AN_HOUR) return;
    const { code, type, page, total } = told;
    context.log.warn({ taxonomy: { code, type, page, total } }, MESSAGES[code]);
  };
}
