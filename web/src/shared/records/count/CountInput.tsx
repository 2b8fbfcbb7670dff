import { TextInput, type TextInputProps } from '@mantine/core';
import { CountKeys } from './CountKeys';
import { type TypedCount, useCountText } from './use-count-text';
import classes from './CountInput.module.css';

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
