import type { Context } from '../../http/context.ts';
import { sealFor } from '../../http/seal.ts';

const positions = sealFor('positions of notifications');

/** The position of an event, sealed, because a position among the events of everybody would be a time. */
export function sealPosition(context: Pick<Context, 'secret'>, position: number): string {
  return positions.seal(context, String(position));
}

/** The position in a text of `sealPosition`. Throws 422 for `field` if this server did not make it. */
export function openPosition(context: Pick<Context, 'secret'>, sealed: string, field: string): number {
  return Number(positions.open(context, sealed, field));
}
