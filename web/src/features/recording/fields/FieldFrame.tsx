import type { ReactNode } from 'react';
import { FieldError } from '../../../ui/FieldError';
import classes from '../fields.module.css';
import { PinButton } from '../Pins';
import type { PinName } from '../pinned';
import type { ObserveForm } from '../use-observe-form';

interface Props {
  /** Id of the input, or of the heading if the input is a group of buttons. */
  id: string;
  form: ObserveForm;
  label: string;
  pin: PinName;
  isWide?: boolean;
  isGroup?: boolean;
  hint?: string | undefined;
  errors?: string[];
  children: ReactNode;
}

/** A field with label, pin button, input and error messages. */
export function FieldFrame({ id, form, label, pin, isWide, isGroup, hint, errors = [], children }: Props) {
  return (
    <div className={isWide ? classes.wide : undefined}>
      <div className={classes.head}>
        {isGroup ? (
          <h3 className={classes.title} id={id}>
            {label}
          </h3>
        ) : (
          <label className={classes.title} htmlFor={id}>
            {label}
          </label>
        )}
        <PinButton form={form} name={pin} label={label} />
      </div>
      {hint && <p className={classes.hint}>{hint}</p>}
      {children}
      <FieldError messages={errors} />
    </div>
  );
}
