import { useId } from 'react';
import classes from './RangeInput.module.css';

interface Props {
  label: string;
  /** The value in words. */
  text: string;
  min: number;
  max: number;
  step?: number;
  value: number;
  onChange: (value: number) => void;
}

/** A slider with its name and value above it. */
export function RangeInput({ label, text, min, max, step = 1, value, onChange }: Props) {
  const id = useId();
  return (
    <div className={classes.range}>
      <div className={classes.words}>
        <label htmlFor={id}>{label}</label>
        <output htmlFor={id}>{text}</output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </div>
  );
}
