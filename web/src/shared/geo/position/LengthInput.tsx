import { NumberInput, type NumberInputProps } from '@mantine/core';
import { METRES_PER_FOOT } from '../../../i18n/format';

interface Props extends Omit<NumberInputProps, 'value' | 'onChange' | 'suffix'> {
  units: 'metric' | 'imperial';
  /** Null if unknown. */
  metres: number | null;
  onMetres: (metres: number | null) => void;
}

/** A length, in metres or in whole feet. One that is out of range is reported on save instead of being changed. */
export function LengthInput({ units, metres, onMetres, ...props }: Props) {
  const isMetric = units === 'metric';
  const inUnit = (one: number) => (isMetric ? one : Math.round(one / METRES_PER_FOOT));
  return (
    <NumberInput
      allowNegative={false}
      clampBehavior="none"
      hideControls
      {...props}
      value={metres === null ? '' : inUnit(metres)}
      suffix={isMetric ? ' m' : ' ft'}
      onChange={(value) => {
        // The field shows a rounded value, which must not replace the exact one.
        if (value === '' ? metres === null : metres !== null && Number(value) === inUnit(metres)) return;
        onMetres(value === '' ? null : isMetric ? Number(value) : Number((Number(value) * METRES_PER_FOOT).toFixed(2)));
      }}
    />
  );
}
