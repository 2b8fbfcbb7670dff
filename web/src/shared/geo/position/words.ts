import { useTranslation } from 'react-i18next';
import { type LocationState, findLocationError } from '../../../device/location';
import { distance } from '../../../i18n/format';
import { useLanguage, useUser } from '../../session/session';

/** Formats lengths in the user's units. Fractions of a metre are rounded up, so that accuracy is never overstated. */
export function useDistance(): (metres: number) => string {
  const { units } = useUser().preferences;
  const language = useLanguage();
  return (metres) => distance(metres < 100 ? Math.ceil(metres) : metres, units, language);
}

/** The location state as text: "Good, within 12 m". */
export function useStateText(): (state: LocationState, accuracy: number | null) => string {
  const { t } = useTranslation('geo');
  const length = useDistance();
  return (state, accuracy) => {
    const label = t(`state.${state}`);
    return accuracy === null ? label : t('state_within', { state: label, distance: length(accuracy) });
  };
}

export type Look = 'off' | 'searching' | 'rough' | 'good' | 'excellent' | 'stale' | 'error';

/** The appearance of a state; the same for all errors. */
export function chooseLook(state: LocationState): Look {
  return findLocationError(state) ? 'error' : (state as Exclude<Look, 'error'>);
}
