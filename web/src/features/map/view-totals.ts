import type { MapBounds } from '../../shared/geo/map/graticule';
import { isInView } from '../../shared/geo/map/map-view';
import { foundSpeciesId } from '../../shared/records/own';
import type { PlacedRecord } from './places';

/** Counts the records within the bounds and the species found in them. */
export function viewTotals(records: readonly PlacedRecord[], bounds: MapBounds): { records: number; species: number } {
  const inView = records.filter((record) => isInView(record, bounds));
  return { records: inView.length, species: new Set(inView.map(foundSpeciesId).filter((id) => id !== null)).size };
}
