import { hkdfSync } from 'node:crypto';
import type { Context } from '../../http/context.ts';

/**
 * The key with which the devices of a person sign files of unsent records (decision 0027). Derived from the server's secret, so
 * that all devices get the same one and none is stored.
 */
export function deriveExportKey({ secret }: Pick<Context, 'secret'>, userId: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `export of unsent records\n${userId}`, 32)).toString('base64url');
}
