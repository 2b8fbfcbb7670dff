import {
  type AttributeValue,
  GROUP_FIELD_NAMES,
  groupField,
  type GroupField,
  type GroupFieldName,
  isAttributeValue,
  listGroupFields,
  RECORD_FIELD_NAMES,
  recordField,
  type TaxonGroup,
} from '@veld/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactNode, useId, useState } from 'react';
import { z } from 'zod/mini';
import { deviceSetting } from '../../../local/device/device-setting';
import { groupChoiceLabel } from '../../../shared/records/group-labels';
import { useRecordTranslation } from '../../../shared/records/record-labels';
import { choiceLabel } from '../../../shared/records/record-labels';
import { currentDatabase } from '../../../shared/session/session';
import { FieldError } from '../../../ui/FieldError';
import { CountTable } from '../count/CountTable';
import fields from '../fields.module.css';
import { type ControlFacts, RecordFields } from '../fields/controls';
import { FieldFrame, FieldInput, type InputKind } from '../fields/FieldInput';
import { isFieldFilled } from '../form-parts';
import { attributePatch, type FormValues } from '../form-values';
import type { ObserveForm } from '../use-observe-form';
import classes from './DetailFields.module.css';

/** The folded parts of the form for records that the person left open on this device, and those open at first that they closed. */
const unfoldedFields = deviceSetting('unfolded_fields', z.catch(z.record(z.string(), z.boolean()), {}));

/** Up to this many choices are shown as chips. */
const CHIPS = 4;
/** A select with a longer option takes the full width. */
const WIDE_TEXT = 40;

/** How sure the person is of the species. Doubts are said once, and are also the record's mark of an uncertain name. */
const CERTAINTY = 'certainty' satisfies GroupFieldName;
const DOUBTFUL = 'doubtful';

interface Props {
  form: ObserveForm;
  errorsOf: (...fields: string[]) => string[];
  facts: ControlFacts;
}

/** All other fields, folded in groups. Open at first if one of them is filled in; else as the person left them. */
export function DetailFields({ form, errorsOf, facts }: Props) {
  const t = useRecordTranslation('recording');
  const [hadDetails] = useState(() => hasDetails(form.values));
  const [isOpen, setOpen] = useFold('more', { isInitial: false, isForced: hadDetails });
  const group = form.values.taxon?.group ?? null;
  return (
    <details className={classes.details} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <span className={classes.title}>{t('recording:details.more')}</span>
        <span className={classes.words}>
          <Summary values={form.values} />
        </span>
        <IconChevronDown className={classes.chevron} size={20} aria-hidden />
      </summary>
      {isOpen && (
        <>
          <Group name="details" title={t('recording:details.observation')}>
            <RecordFields form={form} sections={['details']} errorsOf={errorsOf} facts={facts} />
            <CountTable form={form} group={group} />
            <GroupFields form={form} group={group} />
            <FieldError messages={errorsOf('attributes')} />
          </Group>
          <Group name="notes" title={t('observations:field.notes')}>
            <RecordFields form={form} sections={['notes']} errorsOf={errorsOf} facts={facts} />
          </Group>
          <Group name="sharing" title={t('recording:details.sharing')}>
            <RecordFields form={form} sections={['sharing', 'links']} errorsOf={errorsOf} facts={facts} />
          </Group>
        </>
      )}
    </details>
  );
}

/** Fields that belong together. The groups are open at first: whoever opens "More" looks for one of them. */
function Group({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useFold(name, { isInitial: true });
  return (
    <details className={classes.group} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.groupTitle}>
        {title}
        <IconChevronDown className={classes.chevron} size={18} aria-hidden />
      </summary>
      {/* In the page also while it is folded, so that a search of the browser finds it. */}
      <div className={classes.fields}>{children}</div>
    </details>
  );
}

/** What is filled in; or what there is to fill in. */
function Summary({ values }: { values: FormValues }) {
  const t = useRecordTranslation('recording');
  const { uncertain, life_stage, sex, notes, private_notes, geoprivacy, attributes } = values;
  const filled = [
    uncertain && t('observations:field.uncertain'),
    life_stage && choiceLabel('life_stage', life_stage, t),
    sex && choiceLabel('sex', sex, t),
    notes && t('observations:field.notes'),
    private_notes && t('observations:field.private_notes'),
    geoprivacy !== 'open' && t(`common:geoprivacy.${geoprivacy}`),
  ].filter((one) => typeof one === 'string' && one !== '');
  const more = Object.keys(attributes).filter((name) => !name.startsWith('sure_')).length;
  if (more > 0) filled.push(`+${more}`);
  return filled.length > 0 ? filled.join(' · ') : t('recording:details.title');
}

const COLLAPSED = RECORD_FIELD_NAMES.filter((name) => ['details', 'notes', 'sharing'].includes(recordField(name).section));

function hasDetails(values: FormValues): boolean {
  return values.uncertain || COLLAPSED.some((name) => isFieldFilled(values, name)) || Object.keys(values.attributes).length > 0;
}

/** Whether a folded part of the form is open, as the person left it on this device; with `isForced`, open at first. */
function useFold(name: string, { isInitial, isForced = false }: { isInitial: boolean; isForced?: boolean }) {
  const database = currentDatabase();
  const kept = useLiveQuery(() => unfoldedFields.read(database), [database])?.[name];
  const [now, setNow] = useState<boolean | null>(isForced ? true : null);
  const isOpen = now ?? kept ?? isInitial;
  const setOpen = (next: boolean) => {
    if (next === isOpen) return;
    setNow(next);
    unfoldedFields
      .update(database, (before) => ({ ...before, [name]: next }))
      // The part opens all the same.
      .catch((error: unknown) => console.error('Unfolded fields', error));
  };
  return [isOpen, setOpen] as const;
}

/** The fields of this taxon group. Filled-in fields of another group stay visible. */
function GroupFields({ form, group }: { form: ObserveForm; group: TaxonGroup | null }) {
  const { attributes, uncertain } = form.values;
  const asked = new Set(listGroupFields(group));
  const names = GROUP_FIELD_NAMES.filter((name) => asked.has(name) || attributes[name] != null || (name === CERTAINTY && uncertain));
  return names.map((name) => <OneField key={name} name={name} form={form} isOther={group !== null && !asked.has(name)} />);
}

function OneField({ name, form, isOther }: { name: GroupFieldName; form: ObserveForm; isOther: boolean }) {
  const t = useRecordTranslation('recording');
  const id = useId();
  const field = groupField(name);
  const { attributes, uncertain } = form.values;
  const isCertainty = name === CERTAINTY;
  const stored = attributes[name] ?? (isCertainty && uncertain ? DOUBTFUL : undefined);
  const value = isAttributeValue(stored) ? stored : null;
  const choices = useChoices(name, field, value);
  const kind = kindOf(field, choices.length);
  const set = (next: AttributeValue | null) =>
    form.change((values) => ({ ...attributePatch(values, name, next), ...(isCertainty ? { uncertain: next === DOUBTFUL } : {}) }));
  const isWide = kind === 'chips' || kind === 'text' || choices.some(({ label }) => label.length > WIDE_TEXT);
  return (
    <FieldFrame
      id={id}
      form={form}
      label={t(`observations:attribute.${name}`)}
      pin={`attribute:${name}`}
      isWide={isWide}
      isGroup={kind === 'chips'}
    >
      <FieldInput
        id={id}
        kind={kind}
        value={value}
        choices={choices}
        unit={field.unit}
        isWhole={field.range?.isWhole ?? false}
        maxLength={200}
        onChange={set}
      />
      {isOther && <p className={fields.hint}>{t('recording:details.other_group')}</p>}
    </FieldFrame>
  );
}

function kindOf({ type }: GroupField, choices: number): InputKind {
  if (type === 'boolean') return 'chips';
  return type === 'choice' && choices <= CHIPS ? 'chips' : type;
}

/** The choices of a field, including a stored one from a newer version of the app. */
function useChoices(name: GroupFieldName, { type, choices = [] }: GroupField, value: AttributeValue | null) {
  const t = useRecordTranslation();
  if (type === 'boolean')
    return [
      { value: true, label: t('observations:answer.yes') },
      { value: false, label: t('observations:answer.no') },
    ];
  if (type !== 'choice') return [];
  const stored = typeof value === 'string' && value !== '' && !choices.includes(value) ? [value] : [];
  return [...choices, ...stored].map((choice) => ({ value: choice, label: groupChoiceLabel(name, choice, t) }));
}
