import { useTranslation } from 'react-i18next';
import { LengthInput } from '../../../shared/geo/position/LengthInput';
import { usePreference } from '../data';
import { parseNumber } from '../saved-places';

interface Props {
  /** In metres, as the form keeps it; empty if unknown. */
  value: string;
  onChange: (metres: string) => void;
  error: string | undefined;
}

/** The uncertainty of a place, in the person's units. */
export function UncertaintyField({ value, onChange, error }: Props) {
  const { t } = useTranslation('settings');
  const units = usePreference('units').value;
  return (
    <LengthInput
      units={units}
      label={t('places.uncertainty')}
      description={t('places.uncertainty_hint')}
      min={0}
      allowDecimal={units === 'metric'}
      inputMode="decimal"
      autoComplete="off"
      error={error}
      metres={parseNumber(value)}
      onMetres={(metres) => onChange(metres === null ? '' : String(metres))}
    />
  );
}
