import { Button, Modal, NativeSelect, NumberInput, Progress, Textarea, TextInput } from '@mantine/core';
import type { CountValue, TaxonSummary } from '@veld/contract';
import { IconX } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useId, useMemo, useState } from 'react';
import { number } from '../../../i18n/format';
import { savedPlaces } from '../../../local/changes/saved-places';
import { MapButton } from '../../../shared/geo/map/MapButton';
import { zoneTable } from '../../../shared/geo/time-zone';
import { placeOfSaved } from '../../../shared/records/place-of-saved';
import { TaxonSearch } from '../../../shared/taxon-search/TaxonSearch';
import { DialogActions } from '../../../ui/DialogBody';
import { currentDatabase, notifier, useLanguage, useUser } from '../../../shared/session/session';
import { attributeLabel, groupChoiceLabel } from '../../../shared/records/group-labels';
import { fieldLabel, fieldValue } from '../../../shared/records/field-labels';
import type { LocalObservation } from '../../../shared/records/own';
import { CountInput } from '../../../shared/records/count/CountInput';
import { formatRecordCoordinates, formatRecordName, useRecordTranslation, choiceLabel } from '../../../shared/records/record-labels';
import { applyChanges } from './apply-edit';
import {
  type BulkEdit,
  type EditPlan,
  type EditTarget,
  editTargets,
  needsZone,
  planEdit,
  type PlannedChange,
  targetFacts,
  type ZoneOf,
} from './bulk-edit';
import classes from './workbench.module.css';

interface Props {
  records: readonly LocalObservation[];
  onClose: () => void;
  onDone: (changes: PlannedChange[]) => void;
}

/** Maximum number of changes in the preview. */
const PREVIEWED = 100;

export const identifyTarget = (target: EditTarget) => ('field' in target ? target.field : `attributes.${target.attribute}`);

/** Gives many records the same value of a field, after showing what changes. */
export function BulkEditDialog({ records, onClose, onDone }: Props) {
  const t = useRecordTranslation();
  const targets = useMemo(() => editTargets(records), [records]);
  const [edit, setEdit] = useState<BulkEdit>({ target: targets[0]!, action: 'set', value: null });
  const zoneOf = useZones();
  const plan = useMemo(
    () => (isReady(edit) && (zoneOf || !needsZone(edit)) ? planEdit(records, edit, zoneOf ?? undefined) : null),
    [records, edit, zoneOf],
  );
  const [hasMap, setHasMap] = useState(false);
  const { progress, apply } = useApply(onDone);
  const isSaving = progress !== null;
  const size = t('common:count.records', { count: records.length });

  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('observations:workbench.edit.title', { records: size })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
      withCloseButton={!isSaving}
      // Escape closes the map alone.
      closeOnEscape={!isSaving && !hasMap}
      closeOnClickOutside={!isSaving}
    >
      <EditFields targets={targets} edit={edit} onEdit={setEdit} onMap={setHasMap} />
      {plan && <Preview plan={plan} target={edit.target} />}
      {isSaving && (
        <Progress value={(100 * progress.count) / progress.total} mt="md" aria-label={t('observations:workbench.edit.saving')} />
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={isSaving}>
          {t('common:action.cancel')}
        </Button>
        <Button onClick={() => void (plan && apply(plan.changes))} loading={isSaving} disabled={!plan || plan.changes.length === 0}>
          {t('observations:workbench.edit.apply')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

/** The time zones of places; null until they are loaded. */
export function useZones(): ZoneOf | null {
  const [zones, setZones] = useState<{ zoneOf: ZoneOf } | null>(null);
  useEffect(() => {
    let isOpen = true;
    void zoneTable().then((zoneOf) => isOpen && setZones({ zoneOf }));
    return () => {
      isOpen = false;
    };
  }, []);
  return zones?.zoneOf ?? null;
}

/** Whether the edit has the value that it needs. */
function isReady({ action, value }: BulkEdit): boolean {
  return action === 'clear' || (value !== null && value !== '');
}

/** Saves the changes one by one. `progress` is null until it begins. */
export function useApply(onDone: Props['onDone']) {
  const t = useRecordTranslation();
  const user = useUser();
  const [progress, setProgress] = useState<{ count: number; total: number } | null>(null);
  const apply = async (changes: readonly PlannedChange[]) => {
    const total = changes.length;
    setProgress({ count: 0, total });
    const onProgress = (count: number) => {
      setProgress({ count, total });
      return true;
    };
    const onFault = (cause: unknown) => void notifier.show('negative', t('observations:workbench.edit.failed'), { cause });
    onDone(await applyChanges(currentDatabase(), user, changes, onProgress, onFault));
  };
  return { progress, apply };
}

interface FieldsProps {
  targets: readonly EditTarget[];
  edit: BulkEdit;
  onEdit: (edit: BulkEdit) => void;
  /** The map is opened or closed. */
  onMap: (isOpen: boolean) => void;
}

/** Which field is changed, how, and to which value. */
function EditFields({ targets, edit, onEdit, onMap }: FieldsProps) {
  const t = useRecordTranslation();
  const { target, action } = edit;
  const { actions } = targetFacts(target);
  const nameTarget = (one: EditTarget) => ('field' in one ? fieldLabel(one.field, t) : attributeLabel(one.attribute, t));
  const choose = (key: string) =>
    onEdit({ target: targets.find((one) => identifyTarget(one) === key) ?? targets[0]!, action: 'set', value: null });
  return (
    <div className={classes.fields}>
      <NativeSelect
        label={t('observations:workbench.edit.field')}
        value={identifyTarget(target)}
        data={targets.map((one) => ({ value: identifyTarget(one), label: nameTarget(one) }))}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {actions.length > 1 && (
        <NativeSelect
          label={t('observations:workbench.edit.action')}
          value={action}
          data={actions.map((one) => ({ value: one, label: t(`observations:workbench.edit.${one}`) }))}
          onChange={(event) => {
            const next = actions.find((one) => one === event.currentTarget.value) ?? 'set';
            onEdit({ ...edit, action: next, ...(next === 'clear' ? { value: null, taxon: null } : {}) });
          }}
        />
      )}
      {action !== 'clear' && 'field' in target && target.field === 'taxon_id' ? (
        <SpeciesInput taxon={edit.taxon ?? null} onChange={(taxon) => onEdit({ ...edit, taxon, value: taxon && { taxon_id: taxon.id } })} />
      ) : action !== 'clear' && 'field' in target && target.field === 'observed_on' ? (
        <DateInput onChange={(value) => onEdit({ ...edit, value })} />
      ) : action !== 'clear' && 'field' in target && target.field === 'latitude' ? (
        <PlaceInput value={edit.value} onChange={(value) => onEdit({ ...edit, value })} onMap={onMap} />
      ) : (
        action !== 'clear' && <ValueInput target={target} value={edit.value} onChange={(value) => onEdit({ ...edit, value })} />
      )}
    </div>
  );
}

/** The species, chosen from the names on this device. */
function SpeciesInput({ taxon, onChange }: { taxon: TaxonSummary | null; onChange: (taxon: TaxonSummary | null) => void }) {
  const t = useRecordTranslation();
  const titleId = useId();
  return (
    <div>
      <span id={titleId} className={classes.label}>
        {t('observations:workbench.edit.value')}
      </span>
      {taxon ? (
        <Button variant="default" rightSection={<IconX size={18} aria-hidden />} onClick={() => onChange(null)}>
          {taxon.name}
        </Button>
      ) : (
        <TaxonSearch labelledBy={titleId} onChoose={onChange} quick={null} />
      )}
    </div>
  );
}

/** A day, and a time if all records have the same. */
function DateInput({ onChange }: { onChange: (value: BulkEdit['value']) => void }) {
  const t = useRecordTranslation();
  const [day, setDay] = useState('');
  const [time, setTime] = useState('');
  const change = (nextDay: string, nextTime: string) => {
    setDay(nextDay);
    setTime(nextTime);
    onChange(nextDay === '' ? null : { observed_on: nextDay, ...(nextTime === '' ? {} : { observed_time: nextTime }) });
  };
  return (
    <>
      <TextInput
        type="date"
        label={t('observations:field.observed_on')}
        value={day}
        max="9999-12-31"
        onChange={(event) => change(event.currentTarget.value, time)}
      />
      <TextInput
        type="time"
        label={t('observations:field.observed_time')}
        description={t('observations:workbench.edit.time_hint')}
        value={time}
        onChange={(event) => change(day, event.currentTarget.value.slice(0, 5))}
      />
    </>
  );
}

interface PlaceInputProps {
  value: BulkEdit['value'];
  onChange: (value: BulkEdit['value']) => void;
  onMap: (isOpen: boolean) => void;
}

/** A saved place, or one from the map; never where the device is. */
function PlaceInput({ value, onChange, onMap }: PlaceInputProps) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const database = currentDatabase();
  const saved = useLiveQuery(() => savedPlaces(database), [database]) ?? [];
  const chosen = typeof value === 'object' && value !== null && 'latitude' in value ? value : null;
  const { latitude = null, longitude = null } = chosen ?? {};
  const point = latitude === null || longitude === null ? null : { latitude, longitude };
  return (
    <>
      {saved.length > 0 && (
        <NativeSelect
          label={t('observations:where.source.saved_place')}
          value={chosen?.location_id ?? ''}
          data={[{ value: '', label: '' }, ...saved.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => {
            const place = saved.find(({ id }) => id === event.currentTarget.value);
            onChange(place ? placeOfSaved(place) : null);
          }}
        />
      )}
      {point && <p className={classes.chosen}>{formatRecordCoordinates(point, language)}</p>}
      <MapButton
        place={point}
        onOpen={onMap}
        onPick={(picked, uncertainty) =>
          onChange({ ...picked, coordinate_uncertainty_m: uncertainty, location_source: 'map', location_id: null })
        }
      />
    </>
  );
}

interface InputProps {
  target: EditTarget;
  value: BulkEdit['value'];
  onChange: (value: BulkEdit['value']) => void;
}

/** The input for a value of the field's type. */
function ValueInput({ target, value, onChange }: InputProps) {
  const t = useRecordTranslation();
  const label = t('observations:workbench.edit.value');
  const { type, isLong } = targetFacts(target);
  if (type === 'choice' || type === 'boolean') return <ChoiceInput target={target} value={value} onChange={onChange} />;
  if ('field' in target && target.field === 'count') return <TypedCountInput label={label} value={value} onChange={onChange} />;
  if (type === 'number')
    return (
      <NumberInput
        label={label}
        value={typeof value === 'number' ? value : ''}
        min={0}
        hideControls
        onChange={(next) => onChange(typeof next === 'number' ? next : null)}
      />
    );
  const text = typeof value === 'string' ? value : '';
  const onText = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  if (isLong) return <Textarea label={label} value={text} autosize minRows={2} maxRows={6} onChange={onText} />;
  return <TextInput label={label} type={type === 'date' ? 'date' : 'text'} value={text} onChange={onText} />;
}

/** A count as it is typed; nothing is set while it is none. */
function TypedCountInput({ label, value, onChange }: Omit<InputProps, 'target'> & { label: string }) {
  const [text, setText] = useState<string | null>(null);
  const count = typeof value === 'object' && value !== null && 'count_type' in value ? (value as CountValue) : null;
  return (
    <CountInput
      label={label}
      typed={{ value: count, text }}
      onCount={(typed) => {
        setText(typed.text);
        onChange(typed.value);
      }}
    />
  );
}

function ChoiceInput({ target, value, onChange }: InputProps) {
  const t = useRecordTranslation();
  const { type, choices } = targetFacts(target);
  const isBoolean = type === 'boolean';
  const nameChoice = (choice: string) => {
    if (isBoolean) return t(choice === 'true' ? 'observations:answer.yes' : 'observations:answer.no');
    return 'field' in target ? choiceLabel(target.field, choice, t) : groupChoiceLabel(target.attribute, choice, t);
  };
  const choose = (next: string) => onChange(next === '' ? null : isBoolean ? next === 'true' : next);
  return (
    <NativeSelect
      label={t('observations:workbench.edit.value')}
      value={value === null ? '' : String(value)}
      data={[
        { value: '', label: '' },
        ...(isBoolean ? ['true', 'false'] : choices).map((choice) => ({ value: choice, label: nameChoice(choice) })),
      ]}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}

/** How many records change, and the first of them with their values before and after. */
function Preview({ plan, target }: { plan: EditPlan; target: EditTarget }) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const countRecords = (count: number) => t('common:count.records', { count });
  const formatValue = (draft: PlannedChange['before'], taxon: TaxonSummary | null | undefined) =>
    fieldValue(identifyTarget(target), draft, taxon?.name ?? null, t, language) || t('observations:workbench.edit.empty');
  const counts = [
    t('observations:workbench.edit.changes', { records: countRecords(plan.changes.length) }),
    plan.unchanged > 0 ? t('observations:workbench.edit.unchanged', { records: countRecords(plan.unchanged) }) : '',
    plan.invalid > 0 ? t('observations:workbench.edit.invalid', { records: countRecords(plan.invalid) }) : '',
    plan.otherGroup > 0 ? t('observations:workbench.edit.other_group', { records: countRecords(plan.otherGroup) }) : '',
    plan.future > 0 ? t('observations:workbench.edit.future', { records: countRecords(plan.future) }) : '',
  ];
  return (
    <>
      <p className={classes.quiet} role="status">
        {counts.filter(Boolean).join(' ')}
      </p>
      <ul className={classes.preview} aria-label={t('observations:workbench.edit.preview')}>
        {plan.changes.slice(0, PREVIEWED).map(({ record, before, after, taxon }) => (
          <li key={record.id}>
            {formatRecordName(record, t)}
            {': '}
            <del className={classes.before}>{formatValue(before, record.taxon)}</del> <span aria-hidden>→</span> {formatValue(after, taxon)}
          </li>
        ))}
        {plan.changes.length > PREVIEWED && (
          <li>{t('observations:workbench.edit.more', { number: number(plan.changes.length - PREVIEWED, language) })}</li>
        )}
      </ul>
    </>
  );
}
