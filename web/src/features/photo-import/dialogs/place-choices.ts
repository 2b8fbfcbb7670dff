import { WALK_MPS } from '../../../local/device/walking-speed';
import type { FormPatch } from '../../recording/data';
import type { Coordinates } from '../../../shared/geo/parse-coordinates';
import type { Neighbour } from '../board/board';

type PlacePatch = Required<Pick<FormPatch, 'latitude' | 'longitude' | 'coordinate_uncertainty_m' | 'location_source' | 'location_id'>>;

/** The place of an adjacent record, with the uncertainty increased by the distance walked in the time between. */
export function placeOfNeighbour({ group: { values }, apart }: Neighbour): PlacePatch {
  const { latitude, longitude, coordinate_uncertainty_m: known } = values;
  const uncertainty = known === null || apart === null ? null : Math.ceil(known + (apart / 1000) * WALK_MPS);
  return { latitude, longitude, coordinate_uncertainty_m: uncertainty, location_source: 'neighbour', location_id: null };
}

export function typedPlace({ latitude, longitude }: Coordinates, coordinate_uncertainty_m: number | null): PlacePatch {
  return { latitude, longitude, coordinate_uncertainty_m, location_source: 'typed', location_id: null };
}
