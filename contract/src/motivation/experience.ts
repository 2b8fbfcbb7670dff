import { wrapLongitude } from '@veld/geometry';
import { listKeys } from '../keys.ts';

/**
 * What gives experience points, the same on the server and on devices (docs/motivation.md). Each cause gives its points once for what it
 * names: a record, a species, a cell, an identification. `perDay` limits how many records of one day in the field, and how many
 * identifications of one day, count.
 */
export const EXPERIENCE = {
  /** A record of a wild organism with a date, a place, and a name or a photo. */
  record: { points: 1, perDay: 100 },
  /** Such a record has a photo. */
  evidence: { points: 2, perDay: 100 },
  /** Such a record is confirmed. */
  confirmed: { points: 5, perDay: 100 },
  /** A species that the person has recorded. */
  species: { points: 10, perDay: null },
  /** A cell of 0.1 degree in which the person has recorded something. */
  cell: { points: 5, perDay: null },
  /** An identification of someone else's record, which was confirmed under that name. */
  identification: { points: 3, perDay: 50 },
} as const satisfies Record<string, { points: number; perDay: number | null }>;

export type ExperienceCause = keyof typeof EXPERIENCE;
export const EXPERIENCE_CAUSES = listKeys(EXPERIENCE);

/** Raised with every change of the rules, so that the points of everyone are computed anew. */
export const EXPERIENCE_VERSION = 1;

const POINTS_OF_FIRST_LEVEL = 50;

export function computeLevel(points: number): number {
  return Math.floor(Math.sqrt(Math.max(0, points) / POINTS_OF_FIRST_LEVEL));
}

/** The points from which a person has a level. */
export function pointsOfLevel(level: number): number {
  return POINTS_OF_FIRST_LEVEL * level * level;
}

/** The cell of 0.1 degree that contains a point in degrees, as one number. */
export function experienceCell(latitude: number, longitude: number): number {
  return Math.floor(latitude * 10) * 10_000 + Math.floor(wrapLongitude(longitude) * 10);
}
