import { useTranslation } from 'react-i18next';
import { LengthInput } from '../../../shared/geo/position/LengthInput';
import { useUser } from '../../../shared/session/session';
import type { ObserveForm } from '../use-observe-form';
import type { Place } from './use-place';

/** The uncertainty of the place, in the user's units. */
export function UncertaintyInput({ form, place }: { form: ObserveForm; place: Place }) {
  const { t } = useTranslation(['recording', 'observations']);
  const { units } = useUser().preferences;
  return (
    <LengthInput
      units={units}
      label={t('observations:field.coordinate_uncertainty_m')}
      placeholder={t('where.uncertainty_unknown')}
      min={1}
      allowDecimal={false}
      inputMode="numeric"
      metres={form.values.coordinate_uncertainty_m}
      onMetres={(metres) => {
        place.stop();
        form.change({ coordinate_uncertainty_m: metres, place_by: 'person' });
      }}
    />
  );
}
