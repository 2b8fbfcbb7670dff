import { NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { METRES_PER_FOOT } from '../../../i18n/format';
import { useUser } from '../../accounts/data';
import type { ObserveForm } from '../use-observe-form';
import type { Place } from './use-place';

/** The uncertainty of the place, in the user's units. */
export function UncertaintyInput({ form, place }: { form: ObserveForm; place: Place }) {
  const { t } = useTranslation(['recording', 'observations']);
  const isMetric = useUser().preferences.units === 'metric';
  const inUnit = (metres: number) => (isMetric ? metres : Math.round(metres / METRES_PER_FOOT));
  const { coordinate_uncertainty_m: before } = form.values;
  return (
    <NumberInput
      label={t('observations:field.coordinate_uncertainty_m')}
      placeholder={t('where.uncertainty_unknown')}
      value={before === null ? '' : inUnit(before)}
      min={1}
      allowDecimal={false}
      allowNegative={false}
      // An invalid uncertainty is reported on save instead of being changed.
      clampBehavior="none"
      hideControls
      suffix={isMetric ? ' m' : ' ft'}
      inputMode="numeric"
      onChange={(value) => {
        // The field shows a rounded value, which must not replace the exact one.
        if (value === '' ? before === null : before !== null && Number(value) === inUnit(before)) return;
        const next = value === '' ? null : isMetric ? Number(value) : Number((Number(value) * METRES_PER_FOOT).toFixed(2));
        place.stop();
        form.change({ coordinate_uncertainty_m: next, place_by: 'person' });
      }}
    />
  );
}
