import { timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config.ts';
import { Fault } from '../../http/fault.ts';
import type { Access } from '../../http/serve.ts';

/** Allows clients with METRICS_TOKEN, or only localhost if it is not set; 404 for everyone else. */
export function metricsReader(config: Config): Access<null> {
  return (request) => {
    if (!config.METRICS_TOKEN) {
      if (['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)) return null;
      throw new Fault('not_found');
    }
    const actual = Buffer.from(request.headers.authorization ?? '');
    const expected = Buffer.from(`Bearer ${config.METRICS_TOKEN}`);
    if (actual.length === expected.length && timingSafeEqual(actual, expected)) return null;
    throw new Fault('not_found');
  };
}
