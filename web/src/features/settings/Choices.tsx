import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Choices.module.css';

interface Choice<V extends string> {
  value: V;
  label: string;
  hint?: string;
  /** Shown beside the label, for example a colour sample. */
  sample?: ReactNode;
}

interface Props<V extends string> {
  /** Label of the group, for screen readers; shown with `isAsked`, where no title says the same. */
  label: string;
  isAsked?: boolean;
  name: string;
  value: V;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
}

/** Radio buttons with a description each. */
export function Choices<V extends string>({ label, isAsked = false, name, value, choices, onChange }: Props<V>) {
  return (
    <Radio.Group {...(isAsked ? { label } : { 'aria-label': label })} name={name} value={value} onChange={(next) => onChange(next)}>
      <div className={classes.choices}>
        {choices.map((choice) => (
          <div key={choice.value} className={classes.choice}>
            <Radio value={choice.value} label={choice.label} description={choice.hint} classNames={{ root: classes.radio }} />
            {choice.sample}
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}
