import { type FrequencyIndex, frequencyCell, frequencyCellCentre } from '@veld/contract';
import { metresBetween } from '@veld/geometry';
import { useTranslation } from 'react-i18next';
import { distance } from '../../i18n/format';
import { useLanguage, useUser } from '../../shared/session/session';
import type { Place } from '../../shared/frequencies/data';

/** A place within a cell of 20 km is not known better than this. */
const STEP_M = 5000;

export interface NearestCell {
  /** Its centre. */
  at: Place;
  /** From the place, in steps; 0 for the cell of the place itself. */
  metres: number;
}

/** The cell nearest to a place where a species is on lists of a month, from the frequencies on this device; null without any. */
export function nearestCell(frequencies: FrequencyIndex | null, place: Place | null, taxonId: number, month: number): NearestCell | null {
  const cell = place && frequencies?.nearest(taxonId, place, month);
  if (!place || cell == null) return null;
  const at = frequencyCellCentre(cell);
  const isHere = cell === frequencyCell(place.latitude, place.longitude);
  return { at, metres: isHere ? 0 : Math.max(1, Math.round(metresBetween(at, place) / STEP_M)) * STEP_M };
}

/** "Nearest: about 25 km away", or that it is around the place itself. */
export function useNearestText(): (nearest: NearestCell) => string {
  const { t } = useTranslation('discover');
  const language = useLanguage();
  const { units } = useUser().preferences;
  return ({ metres }) => (metres === 0 ? t('nearest.here') : t('nearest.away', { distance: distance(metres, units, language) }));
}
