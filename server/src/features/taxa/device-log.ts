import type { BodyOf, logTaxonomy } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { growingCache } from '../../lru.ts';

const HOUR_MS = 3_600_000;
const LINES_PER_HOUR = 60;
/** Number of addresses in the LRU cache. */
const MAX_ADDRESSES = 10_000;

/** Log messages by the code that a device reports (decision 0021). */
const MESSAGES: Record<BodyOf<typeof logTaxonomy>['code'], string> = {
  running_twice: 'taxonomy update running twice',
  cancelled_by_server: 'taxonomy update cancelled by the server',
  total_mismatch: 'taxonomy update: total mismatch',
  data_missing: 'taxonomy update: data missing, try again later',
  too_many_errors: 'taxonomy update: too many errors',
};

/** Returns a function that logs why a device stopped an update, without personal data; at most 60 lines per hour and address. */
export function deviceLog(context: Pick<Context, 'log' | 'now'>): (address: string, report: BodyOf<typeof logTaxonomy>) => void {
  const counters = growingCache<string, { until: number; lines: number }>(MAX_ADDRESSES);
  return (address, { code, type, page, total }) => {
    const now = context.now().getTime();
    let counter = counters.get(address);
    if (!counter || counter.until <= now) counters.set(address, (counter = { until: now + HOUR_MS, lines: 0 }));
    counter.lines += 1;
    if (counter.lines > LINES_PER_HOUR) return;
    context.log.warn({ taxonomy: { code, type, page, total } }, MESSAGES[code]);
  };
}
