import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { COUNT_KEYS, type CountKey, type TypedCount, useCountText } from './use-count-text';
import classes from './CountInput.module.css';

const SIGNS: Record<CountKey, string> = { about: '~', to: '–', at_least: '+' };

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onFocus' | 'onBlur' | 'onKeyDown'> {
  typed: TypedCount;
  isExact?: boolean;
  onCount: (typed: TypedCount) => void;
}

/** A count that is typed: a number, a range, an estimate or a minimum. What is none stays as typed, with the reason. */
export function CountInput({ typed, isExact = false, onCount, ...props }: Props) {
  const { inputProps, hasFocus, press, message } = useCountText({ ...typed, isExact, onCount });
  return (
    <div className={classes.count}>
      <TextInput {...props} {...inputProps} error={message} errorProps={{ role: 'alert' }} />
      {hasFocus && !isExact && (
        <div className={classes.keys}>
          <CountKeys onPress={press} />
        </div>
      )}
    </div>
  );
}

/** The signs of an estimate, a range and a minimum, for keyboards with digits only. They take no focus from the input. */
export function CountKeys({ onPress }: { onPress: (key: CountKey) => void }) {
  const { t } = useTranslation('observations');
  return (
    <div className={classes.signs} role="group" aria-label={t('count_key.group')}>
      {COUNT_KEYS.map((key) => (
        <button
          key={key}
          type="button"
          className={classes.key}
          aria-label={t(`count_key.${key}`)}
          title={t(`count_key.${key}`)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPress(key)}
        >
          {SIGNS[key]}
        </button>
      ))}
    </div>
  );
}
