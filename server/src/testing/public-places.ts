import { randomUUID } from 'node:crypto';
import type { Rings } from '@veld/geometry';
import { inTransaction } from '../db/transaction.ts';
import { type PlaceToWrite, upsertPublicPlace } from '../features/geo/public-places.ts';
import type { TestServer } from './server.ts';

/** The rings of a box. */
export function ringsOfBox(west: number, south: number, east: number, north: number): Rings {
  return [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ];
}

/** Adds a place as an operator loads it, and returns its id. */
export async function addPublicPlace(
  veld: Pick<TestServer, 'db' | 'context'>,
  polygons: readonly Rings[],
  change: Partial<PlaceToWrite> = {},
): Promise<string> {
  const id = change.id ?? randomUUID();
  const from = { source: 'test', key: id };
  const place = { id, from, kind: 'reserve', name: 'Fen', names: {}, text: '', attribution: '', polygons, ...change } as const;
  await inTransaction(veld.db, (tx) => upsertPublicPlace(tx, place, veld.context.now()));
  return id;
}
