import { experienceCell, isAbsence } from '@veld/contract';
import type { UserDatabase } from '../../db/database';
import type { LocalObservation } from '../../db/rows';
import { hasFetched } from '../../pull/pull-store';
import { foundSpeciesId, withoutTicks } from '../own-count';
import { ownObservations } from '../observations';

/** What a record is the first of: of all records of the person, of its species, or at its place (a cell of 0.1 degree). */
export type First = 'ever' | 'species' | 'place';

/**
 * What a record is the first of, from the records on this device. Nothing until all records of the person are here, and nothing for
 * an absence.
 */
export async function findFirsts(database: UserDatabase, record: LocalObservation): Promise<First[]> {
  if (isAbsence(record) || !(await hasFetched(database))) return [];
  const others = withoutTicks(await ownObservations(database)).filter((other) => other.id !== record.id && !isAbsence(other));
  if (others.length === 0) return ['ever'];
  const species = foundSpeciesId(record);
  const cell = cellOf(record);
  return [
    ...(species !== null && !others.some((other) => foundSpeciesId(other) === species) ? (['species'] as const) : []),
    ...(cell !== null && !others.some((other) => cellOf(other) === cell) ? (['place'] as const) : []),
  ];
}

function cellOf({ latitude, longitude }: LocalObservation): number | null {
  return latitude == null || longitude == null ? null : experienceCell(latitude, longitude);
}
