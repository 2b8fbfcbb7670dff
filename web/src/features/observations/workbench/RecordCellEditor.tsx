import { NativeSelect, Textarea, TextInput, VisuallyHidden } from '@mantine/core';
import { dayRange, type CountValue, type TaxonSummary } from '@veld/contract';
import { useId, useRef, useState } from 'react';
import { CountKeys } from '../../../shared/records/count/CountInput';
import { type TypedCount, useCountText } from '../../../shared/records/count/use-count-text';
import { fieldLabel } from '../../../shared/records/field-labels';
import type { LocalObservation } from '../../../shared/records/own';
import { choiceLabel, formatRecordName, formatWhen, useRecordTranslation } from '../../../shared/records/record-labels';
import { useLanguage } from '../../../shared/session/session';
import { TaxonSearch } from '../../../shared/taxon-search/TaxonSearch';
import { CellEditor } from '../../../ui/table/CellEditor';
import type { CellMove, EndEdit } from '../../../ui/table/table-types';
import { type BulkEdit, type EditTarget, targetFacts } from './bulk-edit';
import classes from './workbench.module.css';

/** The fields whose cells can be edited. */
export type CellField = 'taxon_id' | 'observed_on' | 'count' | 'life_stage' | 'sex' | 'geoprivacy' | 'license' | 'notes' | 'private_notes';

/** Saves an edit of one record. Resolves with the reason, in words, if it could not be saved. */
export type SaveCell = (record: LocalObservation, edit: BulkEdit) => Promise<string | null>;

interface Props {
  record: LocalObservation;
  field: CellField;
  save: SaveCell;
  end: EndEdit;
}

/** Edits one field of a record where the table shows it, by the input that the form has for it. */
export function RecordCellEditor(props: Props) {
  const { field } = props;
  if (field === 'taxon_id') return <SpeciesCell {...props} />;
  if (field === 'observed_on') return <WhenCell {...props} />;
  if (field === 'count') return <CountCell {...props} />;
  return field === 'notes' || field === 'private_notes' ? <TextCell {...props} field={field} /> : <ChoiceCell {...props} field={field} />;
}

/** What an editor needs of every cell: its labels, its fault, and to save once at a time. */
function useCell({ record, field, save, end }: Props) {
  const t = useRecordTranslation();
  const [fault, setFault] = useState<string | null>(null);
  const isSaving = useRef(false);
  /** Without an edit, nothing was changed. */
  const submit = async (edit: Omit<BulkEdit, 'target'> | null, move: CellMove) => {
    if (isSaving.current) return;
    if (!edit) {
      end(move);
      return;
    }
    isSaving.current = true;
    const reason = await save(record, { target: { field } satisfies EditTarget, ...edit }).finally(() => {
      isSaving.current = false;
    });
    if (reason === null) end(move);
    else setFault(reason);
  };
  const label = t('observations:workbench.cell.label', { field: fieldLabel(field, t), name: formatRecordName(record, t) });
  const box = { label, end, fault, saveLabel: t('common:action.save'), cancelLabel: t('common:action.cancel') };
  return { t, label, box, submit, setFault };
}

function SpeciesCell(props: Props) {
  const { t, label, box, submit, setFault } = useCell(props);
  const titleId = useId();
  const [typed, setTyped] = useState('');
  const choose = (taxon: TaxonSummary) =>
    void submit(taxon.id === props.record.taxon_id ? null : { action: 'set', value: { taxon_id: taxon.id }, taxon }, 'down');
  return (
    <CellEditor
      {...box}
      isWide
      onSave={(move) => (typed.trim() === '' ? props.end(move) : setFault(t('observations:workbench.cell.choose_species')))}
    >
      <VisuallyHidden id={titleId}>{label}</VisuallyHidden>
      <TaxonSearch labelledBy={titleId} placeholder={formatRecordName(props.record, t)} onChoose={choose} onType={setTyped} quick={null} />
    </CellEditor>
  );
}

/** A day and its time. A month or a period is shown, and replaced by a day only if one is entered. */
function WhenCell(props: Props) {
  const { t, label, box, submit, setFault } = useCell(props);
  const language = useLanguage();
  const { record } = props;
  const range = record.observed_on ? dayRange(record.observed_on) : null;
  const isDay = range !== null && range.from === range.to;
  const initial = { day: isDay ? range.from : '', time: (isDay && record.observed_time) || '' };
  const [{ day, time }, setWhen] = useState(initial);
  const inputs = useRef<HTMLDivElement>(null);
  const save = (move: CellMove) => {
    const isHalf = [...inputs.current!.querySelectorAll('input')].some(({ validity }) => validity.badInput);
    if (isHalf || (day === '' && time !== '')) setFault(t('observations:workbench.cell.half_date'));
    else if (day === initial.day && time === initial.time) void submit(null, move);
    else if (day === '') void submit({ action: 'clear', value: null }, move);
    else void submit({ action: 'set', value: { observed_on: day, observed_time: time === '' ? null : time } }, move);
  };
  return (
    <CellEditor {...box} isWide onSave={save}>
      <div ref={inputs} className={classes.when}>
        <TextInput
          type="date"
          aria-label={label}
          value={day}
          max="9999-12-31"
          onChange={(event) => setWhen({ day: event.currentTarget.value, time })}
        />
        <TextInput
          type="time"
          aria-label={t('observations:field.observed_time')}
          value={time}
          onChange={(event) => setWhen({ day, time: event.currentTarget.value.slice(0, 5) })}
        />
      </div>
      {!isDay && record.observed_on && <p className={classes.hint}>{formatWhen(record, language)}</p>}
    </CellEditor>
  );
}

/** The count of a record; null if it states none. */
export const countIn = ({ count, count_max, count_type }: LocalObservation): CountValue | null =>
  count == null ? null : { count, count_max: count_max ?? null, count_type: (count_type as CountValue['count_type'] | null) ?? 'exact' };

/** What is none stays as it was typed, and nothing else is saved in its place. */
function CountCell(props: Props) {
  const { t, label, box, submit, setFault } = useCell(props);
  const initial = countIn(props.record);
  const [typed, setTyped] = useState<TypedCount>({ value: initial, text: null });
  const [isChanged, setChanged] = useState(false);
  const { fault, press, inputProps } = useCountText({
    ...typed,
    onCount: (next) => {
      setTyped(next);
      setChanged(true);
      setFault(null);
    },
  });
  const save = (move: CellMove) => {
    if (fault !== null) setFault(t(`observations:count_fault.${fault}`));
    else if (!isChanged) void submit(null, move);
    else void submit(typed.value === null ? { action: 'clear', value: null } : { action: 'set', value: typed.value }, move);
  };
  return (
    <CellEditor {...box} onSave={save}>
      <TextInput {...inputProps} aria-label={label} aria-describedby={undefined} aria-invalid={box.fault !== null || undefined} />
      <div className={classes.keys}>
        <CountKeys onPress={press} />
      </div>
    </CellEditor>
  );
}

type NarrowProps<F extends CellField> = Props & { field: F };

function ChoiceCell(props: NarrowProps<'life_stage' | 'sex' | 'geoprivacy' | 'license'>) {
  const { t, label, box, submit } = useCell(props);
  const { record, field } = props;
  const { choices, actions } = targetFacts({ field });
  const initial = record[field] ?? '';
  const [value, setValue] = useState<string>(initial);
  const save = (move: CellMove) =>
    void submit(value === initial ? null : value === '' ? { action: 'clear', value: null } : { action: 'set', value }, move);
  return (
    <CellEditor {...box} onSave={save}>
      <NativeSelect
        aria-label={label}
        value={value}
        data={[
          ...(actions.includes('clear') || initial === '' ? [{ value: '', label: '' }] : []),
          ...choices.map((choice) => ({ value: choice, label: choiceLabel(field, choice, t) })),
        ]}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
    </CellEditor>
  );
}

function TextCell(props: NarrowProps<'notes' | 'private_notes'>) {
  const { label, box, submit } = useCell(props);
  const initial = props.record[props.field] ?? '';
  const [text, setText] = useState(initial);
  const save = (move: CellMove) =>
    void submit(text === initial ? null : text.trim() === '' ? { action: 'clear', value: null } : { action: 'set', value: text }, move);
  return (
    <CellEditor {...box} isWide isLong onSave={save}>
      <Textarea aria-label={label} value={text} autosize minRows={1} maxRows={8} onChange={(event) => setText(event.currentTarget.value)} />
    </CellEditor>
  );
}
