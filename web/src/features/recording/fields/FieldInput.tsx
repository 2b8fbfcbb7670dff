import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import type { AttributeValue } from '@veld/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { FieldError } from '../../../ui/FieldError';
import classes from '../fields.module.css';
import type { PinName } from '../pinned';
import { PinButton } from '../Pins';
import type { ObserveForm } from '../use-observe-form';

/** `chips`: toggle buttons, at most one of them pressed. */
export type InputKind = 'text' | 'long_text' | 'number' | 'toggle' | 'choice' | 'chips' | 'date';

export interface FieldInputProps {
  /** Id of the input; for `chips`, of their heading. */
  id: string;
  kind: InputKind;
  value: AttributeValue | null;
  /** For `choice` and `chips`. */
  choices?: readonly { value: AttributeValue; label: string }[];
  isWhole?: boolean;
  /** A unit identifier of `Intl.NumberFormat`. */
  unit?: string | undefined;
  maxLength?: number;
  /** Null clears the field. */
  onChange: (value: AttributeValue | null) => void;
}

/** The input for a type of field. A number out of range is reported on save and not changed while typing. */
export function FieldInput({ id, kind, value, choices = [], isWhole = false, unit, maxLength, onChange }: FieldInputProps) {
  const { t } = useTranslation('recording');
  const language = useLanguage();
  const text = typeof value === 'string' ? value : '';
  switch (kind) {
    case 'text':
      return <TextInput id={id} maxLength={maxLength} value={text} onChange={(event) => onChange(event.currentTarget.value || null)} />;
    case 'long_text':
      return (
        <Textarea
          id={id}
          autosize
          minRows={2}
          maxRows={12}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      );
    case 'date':
      return (
        <TextInput id={id} type="date" max="9999-12-31" value={text} onChange={(event) => onChange(event.currentTarget.value || null)} />
      );
    case 'toggle':
      return <Checkbox id={id} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked || null)} />;
    case 'number':
      return (
        <NumberInput
          id={id}
          value={typeof value === 'number' ? value : ''}
          allowDecimal={!isWhole}
          decimalSeparator={number(1.5, language).charAt(1)}
          allowedDecimalSeparators={['.', ',']}
          clampBehavior="none"
          hideControls
          inputMode={isWhole ? 'numeric' : 'decimal'}
          rightSection={unit && <span className={classes.unit}>{unitName(unit, language)}</span>}
          onChange={(next) => onChange(next === '' || !Number.isFinite(Number(next)) ? null : Number(next))}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          id={id}
          data={[
            { value: '', label: t('details.not_set') },
            ...choices.map((choice) => ({ value: String(choice.value), label: choice.label })),
          ]}
          value={value === null ? '' : String(value)}
          onChange={(event) => onChange(choices.find((choice) => String(choice.value) === event.currentTarget.value)?.value ?? null)}
        />
      );
    case 'chips':
      return (
        <div className={classes.chips} role="group" aria-labelledby={id}>
          {choices.map((choice) => (
            <button
              key={String(choice.value)}
              type="button"
              className={classes.chip}
              aria-pressed={choice.value === value}
              onClick={() => onChange(choice.value === value ? null : choice.value)}
            >
              {choice.label}
            </button>
          ))}
        </div>
      );
  }
}

function unitName(unit: string, language: string): string {
  const parts = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).formatToParts(2);
  return parts.find(({ type }) => type === 'unit')?.value ?? '';
}

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
