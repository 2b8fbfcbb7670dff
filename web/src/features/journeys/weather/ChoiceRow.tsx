import { useId } from 'react';
import classes from './weather.module.css';

interface Props<V> {
  label: string;
  hint?: string | undefined;
  /** The weather service that the value is from. */
  source?: string | undefined;
  choices: readonly { value: V; label: string; name?: string }[];
  value: V | null;
  onChange: (value: V | null) => void;
  /** In a line of all, or in two lines where there is less room. */
  isEven?: boolean;
}

/** Choices of which a tap takes one, and another tap on it none. `name` is read out instead of the label. */
export function ChoiceRow<V extends string | number>({ label, hint, source, choices, value, onChange, isEven }: Props<V>) {
  const labelId = useId();
  return (
    <div role="group" aria-labelledby={labelId} className={classes.field}>
      <div className={classes.label} id={labelId}>
        {label}
        {source && <span className={classes.source}> {source}</span>}
      </div>
      <div className={classes.choices} data-even={isEven || undefined}>
        {choices.map((choice) => (
          <button
            key={choice.value}
            type="button"
            className={classes.choice}
            aria-label={choice.name}
            aria-pressed={choice.value === value}
            onClick={() => onChange(choice.value === value ? null : choice.value)}
          >
            {choice.label}
          </button>
        ))}
      </div>
      {hint && <p className={classes.hint}>{hint}</p>}
    </div>
  );
}
