import type { CountValue } from '@veld/contract';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { CountKeys } from '../../shared/records/count/CountInput';
import { type TypedCount, useCountText } from '../../shared/records/count/use-count-text';
import { useRecordTranslation } from '../../shared/records/record-labels';
import { FieldError } from '../../ui/FieldError';
import classes from './TallyRow.module.css';

interface Props {
  name: string;
  value: CountValue | null;
  /** What was counted at earlier places, in words; empty if nothing was. */
  earlier: string;
  /** Said instead where it is too small. */
  tooFew?: string;
  /** Focuses the number and selects it, as after its row was added by searching. */
  takesFocus: boolean;
  onFocused: () => void;
  /** False if fewer than at the earlier places: nothing was changed. */
  onSet: (value: CountValue) => Promise<boolean>;
}

const NOTHING: CountValue = { count: 0, count_max: null, count_type: 'exact' };

/** The number of a row. A tap selects it, and what is typed instead is set when the field is left. */
export function TallyNumber({ name, value, earlier, tooFew, takesFocus, onFocused, onSet }: Props) {
  const t = useRecordTranslation('tally');
  /** What is typed and not set; null if nothing is. */
  const [draft, setDraft] = useState<TypedCount | null>(null);
  const [isTooFew, setTooFew] = useState(false);
  const field = useCountText({ ...(draft ?? { value: value ?? NOTHING, text: null }), onCount: setDraft });
  const { inputProps, hasFocus, press, errorId } = field;
  const message = isTooFew ? (tooFew ?? t('tally:too_few', { earlier })) : field.message;

  useEffect(() => {
    if (!takesFocus) return;
    inputProps.ref.current?.focus();
    inputProps.ref.current?.select();
    onFocused();
  }, [takesFocus, inputProps.ref, onFocused]);

  const set = () => {
    // A text that is no count stays, with the reason; an empty one is no number.
    if (draft === null || draft.text !== null) return;
    setDraft(null);
    if (draft.value === null) return;
    void onSet(draft.value).then((isSet) => {
      setTooFew(!isSet);
      if (!isSet) setDraft(draft);
    });
  };
  return (
    <>
      <input
        {...inputProps}
        className={classes.number}
        data-count={value?.count ?? 0}
        aria-label={t('tally:number', { name })}
        aria-invalid={message !== null || undefined}
        aria-describedby={message === null ? undefined : errorId}
        enterKeyHint="done"
        onFocus={(event) => {
          inputProps.onFocus();
          event.currentTarget.select();
        }}
        onChange={(event) => {
          setTooFew(false);
          inputProps.onChange(event);
        }}
        onBlur={() => {
          inputProps.onBlur();
          set();
        }}
        onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          else if (event.key === 'Escape') {
            setDraft(null);
            setTooFew(false);
            event.currentTarget.blur();
          }
        }}
      />
      {hasFocus && (
        <span className={classes.keys}>
          <CountKeys onPress={press} />
        </span>
      )}
      {message !== null && (
        <span className={classes.fault}>
          <FieldError id={errorId} messages={message} />
        </span>
      )}
    </>
  );
}
