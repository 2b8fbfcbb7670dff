import { NativeSelect, TextInput } from '@mantine/core';
import { GROUP_FIELD_NAMES, type GroupField, type GroupFieldName, groupFields, groupFieldsOf, type TaxonGroup } from '@veld/contract';
import { useId } from 'react';
import { attributePatch } from '../form-values';
import { choiceWord } from '../../observations/group-labels';
import type { ObserveForm } from '../use-observe-form';
import classes from './details.module.css';
import { PinButton } from '../Pins';
import { useRecordTranslation } from '../../observations/RecordCards';

/** Up to this many choices stand side by side to be tapped. */
const CHIPS = 4;

/** What the declaration asks of this group of species. What was said for another group is still shown, and never dropped. */
export function GroupFields({ form, group }: { form: ObserveForm; group: TaxonGroup | null }) {
  const { attributes } = form.values;
  const asked = new Set(groupFieldsOf(group));
  const names = GROUP_FIELD_NAMES.filter((name) => asked.has(name) || attributes[name] != null);
  return names.map((name) => <OneField key={name} name={name} form={form} isOther={group !== null && !asked.has(name)} />);
}

function OneField({ name, form, isOther }: { name: GroupFieldName; form: ObserveForm; isOther: boolean }) {
  const t = useRecordTranslation('recording');
  const id = useId();
  const field: GroupField = groupFields[name];
  const kept = form.values.attributes[name];
  const value = typeof kept === 'string' || typeof kept === 'number' ? String(kept) : '';
  const set = (next: string | null) => form.change((values) => attributePatch(values, name, next));
  const label = t(`observations:attribute.${name}`);
  const choices = [...(field.choices ?? [])];
  if (value !== '' && field.type === 'choice' && !choices.includes(value)) choices.push(value);
  const asChips = field.type === 'choice' && choices.length <= CHIPS;
  const isWide = asChips || field.type === 'text' || name === 'breeding_code';
  return (
    <div className={isWide ? classes.wide : undefined}>
      <div className={classes.head}>
        {asChips ? (
          <h3 className={classes.title} id={id}>
            {label}
          </h3>
        ) : (
          <label className={classes.title} htmlFor={id}>
            {label}
          </label>
        )}
        <PinButton form={form} name={`attribute:${name}`} label={label} />
      </div>
      {asChips && (
        <div className={classes.chips} role="group" aria-labelledby={id}>
          {choices.map((choice) => (
            <button
              key={choice}
              type="button"
              className={classes.chip}
              aria-pressed={choice === value}
              onClick={() => set(choice === value ? null : choice)}
            >
              {choiceWord(name, choice, t)}
            </button>
          ))}
        </div>
      )}
      {field.type === 'choice' && !asChips && (
        <NativeSelect
          id={id}
          data={[
            { value: '', label: t('recording:details.not_said') },
            ...choices.map((choice) => ({ value: choice, label: choiceWord(name, choice, t) })),
          ]}
          value={value}
          onChange={(event) => set(event.currentTarget.value || null)}
        />
      )}
      {field.type === 'text' && <TextInput id={id} maxLength={200} value={value} onChange={(event) => set(event.currentTarget.value)} />}
      {isOther && <p className={classes.hint}>{t('recording:details.other_group')}</p>}
    </div>
  );
}
