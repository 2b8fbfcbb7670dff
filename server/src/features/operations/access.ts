import { timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config.ts';
import { Fault } from '../../http/fault.ts';
import type { Access } from '../../http/serve.ts';

/** Metrics: for clients with METRICS_TOKEN, or only for the machine itself where none is set; 404 for everyone else. */
export function metricsReader(config: Config): Access<null> {
  return (request) => {
    if (!config.METRICS_TOKEN) {
      if (['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)) return null;
      throw new Fault('not_found');
    }
    const given = Buffer.from(request.headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${config.METRICS_TOKEN}`);
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return null;
    throw new Fault('not_found');
  };
}
