import { type CountFault, type CountReading, type CountValue, readCount, writeCount } from '@veld/contract';
import { type ChangeEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../session/session';

/** What stands in an input of a count: the count, or the text that is none and stays as it was typed. */
export interface TypedCount {
  value: CountValue | null;
  /** Null unless the text cannot be read. */
  text: string | null;
}

interface Options extends TypedCount {
  /** Only a number, without a range or an estimate. */
  isExact?: boolean;
  onCount: (typed: TypedCount) => void;
}

/** The signs that a keyboard of digits may not have. */
export const COUNT_KEYS = ['about', 'to', 'at_least'] as const;
export type CountKey = (typeof COUNT_KEYS)[number];

/**
 * A text input that reads what is typed as a count (`readCount`). While it has the focus, its text is exactly what was typed; afterwards it is
 * the count as Veld writes it, or the typed text with the reason why it is no count.
 */
export function useCountText({ value, text, isExact = false, onCount }: Options) {
  const { t } = useTranslation('observations');
  const language = useLanguage();
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [hasFocus, setFocus] = useState(false);
  /** Null until something is typed. A reason stays until then. */
  const [typed, setTyped] = useState<string | null>(null);
  const read = (words: string) => readAs(readCount(words, language), isExact);
  const written = text ?? (value === null ? '' : writeCount(value, language));
  // A count that another control changed meanwhile replaces the typed one.
  const shown = typed !== null && isSame(read(typed), { value, text }) ? typed : written;
  const reading = read(shown);
  const fault = reading.kind === 'fault' ? reading.fault : null;
  const message = fault !== null && typed === null ? t(`count_fault.${fault}`) : null;

  const type = (words: string) => {
    setTyped(words);
    const said = read(words);
    onCount({ value: said.kind === 'count' ? said.value : null, text: said.kind === 'fault' ? words : null });
  };
  const press = (key: CountKey) => {
    type(withKey(shown, key));
    input.current?.focus();
  };
  return {
    fault,
    message,
    errorId,
    hasFocus,
    press,
    inputProps: {
      ref: input,
      value: shown,
      inputMode: 'numeric',
      autoComplete: 'off',
      'aria-invalid': message !== null || undefined,
      'aria-describedby': message === null ? undefined : errorId,
      onFocus: () => setFocus(true),
      onBlur: () => {
        setFocus(false);
        setTyped(null);
      },
      onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.currentTarget.value),
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter') setTyped(null);
      },
    },
  } as const;
}

type InputReading = Exclude<CountReading, { kind: 'fault' }> | { kind: 'fault'; fault: CountFault | 'not_exact' };

function readAs(reading: CountReading, isExact: boolean): InputReading {
  const isOther = reading.kind === 'count' && reading.value.count_type !== 'exact';
  return isExact && isOther ? { kind: 'fault', fault: 'not_exact' } : reading;
}

function isSame(reading: InputReading, { value, text }: TypedCount): boolean {
  if (reading.kind === 'fault') return text !== null;
  if (reading.kind === 'none' || value === null) return reading.kind === 'none' && value === null && text === null;
  const { count, count_max, count_type } = reading.value;
  return count === value.count && count_max === value.count_max && count_type === value.count_type;
}

/** The text after a press of a key: `~` and `+` come and go, the dash follows the first number. */
function withKey(text: string, key: CountKey): string {
  if (key === 'about') return text.startsWith('~') ? text.slice(1) : `~${text.replace(/\+$/, '')}`;
  if (key === 'at_least') return text.endsWith('+') ? text.slice(0, -1) : `${text.replace(/^~/, '')}+`;
  return text.endsWith('–') ? text.slice(0, -1) : `${text.replace(/^~|\+$/g, '')}–`;
}
