import { isDay, Uuid } from '@veld/contract';
import { invalid } from '../../http/fault.ts';
import type { ProjectPosition } from './store.ts';

export function writeProjectCursor({ day, id }: ProjectPosition): string {
  return Buffer.from(`${day} ${id}`).toString('base64url');
}

/** The position in a cursor, or null without one. Throws 422 for anything else. */
export function readProjectCursor(cursor: string | undefined): ProjectPosition | null {
  if (!cursor) return null;
  const [day, id] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ');
  if (day === undefined || !isDay(day) || !Uuid.safeParse(id).success) throw invalid('cursor', 'cursor');
  return { day, id: id! };
}
