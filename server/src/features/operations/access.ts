import { timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config.ts';
import { Fault } from '../../http/fault.ts';
import type { Access } from '../../http/serve.ts';

/** Headers that a proxy adds with the address of its client. */
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * Allows clients with METRICS_TOKEN, or only localhost if it is not set; 404 for everyone else. A proxy on this machine would make
 * everyone look like localhost, so without TRUST_PROXY forwarded requests are refused.
 */
export function metricsReader(config: Config): Access<null> {
  return (request) => {
    if (!config.METRICS_TOKEN) {
      const isForwarded = !config.TRUST_PROXY && FORWARDING_HEADERS.some((name) => name in request.headers);
      if (!isForwarded && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)) return null;
      throw new Fault('not_found');
    }
    const actual = Buffer.from(request.headers.authorization ?? '');
    const expected = Buffer.from(`Bearer ${config.METRICS_TOKEN}`);
    if (actual.length === expected.length && timingSafeEqual(actual, expected)) return null;
    throw new Fault('not_found');
  };
}
