import { Button, Modal, NativeSelect, NumberInput, Progress, Textarea, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { number } from '../../../i18n/format';
import { DialogActions } from '../../../ui/DialogBody';
import { currentDatabase, notifier, useLanguage, useUser } from '../../../shared/session/session';
import { attributeLabel, groupChoiceLabel } from '../../../shared/records/group-labels';
import { fieldLabel, fieldValue } from '../../../shared/records/field-labels';
import type { LocalObservation } from '../../../shared/records/own';
import { CountInput } from '../../../shared/records/count/CountInput';
import { formatRecordName, useRecordTranslation, choiceLabel } from '../../../shared/records/record-labels';
import { applyChanges } from './apply-edit';
import { type BulkEdit, type EditPlan, type EditTarget, editTargets, planEdit, type PlannedChange, targetFacts } from './bulk-edit';
import classes from './workbench.module.css';

interface Props {
  records: readonly LocalObservation[];
  onClose: () => void;
  onDone: (changes: PlannedChange[], target: EditTarget) => void;
}

/** Maximum number of changes in the preview. */
const PREVIEWED = 100;

const keyOf = (target: EditTarget) => ('field' in target ? target.field : `attributes.${target.attribute}`);

/** Gives many records the same value of a field, after showing what changes. */
export function BulkEditDialog({ records, onClose, onDone }: Props) {
  const t = useRecordTranslation();
  const targets = useMemo(() => editTargets(records), [records]);
  const [edit, setEdit] = useState<BulkEdit>({ target: targets[0]!, action: 'set', value: null });
  const plan = useMemo(() => (isReady(edit) ? planEdit(records, edit) : null), [records, edit]);
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
      closeOnEscape={!isSaving}
      closeOnClickOutside={!isSaving}
    >
      <EditFields targets={targets} edit={edit} onEdit={setEdit} />
      {plan && <Preview plan={plan} target={edit.target} />}
      {isSaving && (
        <Progress value={(100 * progress.count) / progress.total} mt="md" aria-label={t('observations:workbench.edit.saving')} />
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={isSaving}>
          {t('common:action.cancel')}
        </Button>
        <Button
          onClick={() => void (plan && apply(plan.changes, edit.target))}
          loading={isSaving}
          disabled={!plan || plan.changes.length === 0}
        >
          {t('observations:workbench.edit.apply')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

/** Whether the edit has the value that it needs. */
function isReady({ action, value }: BulkEdit): boolean {
  return action === 'clear' || (value !== null && value !== '');
}

/** Saves the changes one by one. `progress` is null until it begins. */
function useApply(onDone: Props['onDone']) {
  const t = useRecordTranslation();
  const user = useUser();
  const [progress, setProgress] = useState<{ count: number; total: number } | null>(null);
  const apply = async (changes: PlannedChange[], target: EditTarget) => {
    const total = changes.length;
    setProgress({ count: 0, total });
    const onProgress = (count: number) => {
      setProgress({ count, total });
      return true;
    };
    const onFault = (cause: unknown) => void notifier.show('negative', t('observations:workbench.edit.failed'), { cause });
    onDone(await applyChanges(currentDatabase(), user, changes, onProgress, onFault), target);
  };
  return { progress, apply };
}

interface FieldsProps {
  targets: readonly EditTarget[];
  edit: BulkEdit;
  onEdit: (edit: BulkEdit) => void;
}

/** Which field is changed, how, and to which value. */
function EditFields({ targets, edit, onEdit }: FieldsProps) {
  const t = useRecordTranslation();
  const { target, action } = edit;
  const { actions } = targetFacts(target);
  const nameTarget = (one: EditTarget) => ('field' in one ? fieldLabel(one.field, t) : attributeLabel(one.attribute, t));
  const choose = (key: string) => onEdit({ target: targets.find((one) => keyOf(one) === key) ?? targets[0]!, action: 'set', value: null });
  return (
    <div className={classes.fields}>
      <NativeSelect
        label={t('observations:workbench.edit.field')}
        value={keyOf(target)}
        data={targets.map((one) => ({ value: keyOf(one), label: nameTarget(one) }))}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {actions.length > 1 && (
        <NativeSelect
          label={t('observations:workbench.edit.action')}
          value={action}
          data={actions.map((one) => ({ value: one, label: t(`observations:workbench.edit.${one}`) }))}
          onChange={(event) => onEdit({ ...edit, action: actions.find((one) => one === event.currentTarget.value) ?? 'set' })}
        />
      )}
      {action !== 'clear' && <ValueInput target={target} value={edit.value} onChange={(value) => onEdit({ ...edit, value })} />}
    </div>
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
  const count = typeof value === 'object' ? value : null;
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
  const formatValue = (draft: PlannedChange['before']) =>
    fieldValue(keyOf(target), draft, null, t, language) || t('observations:workbench.edit.empty');
  const counts = [
    t('observations:workbench.edit.changes', { records: countRecords(plan.changes.length) }),
    plan.unchanged > 0 ? t('observations:workbench.edit.unchanged', { records: countRecords(plan.unchanged) }) : '',
    plan.invalid > 0 ? t('observations:workbench.edit.invalid', { records: countRecords(plan.invalid) }) : '',
  ];
  return (
    <>
      <p className={classes.quiet} role="status">
        {counts.filter(Boolean).join(' ')}
      </p>
      <ul className={classes.preview} aria-label={t('observations:workbench.edit.preview')}>
        {plan.changes.slice(0, PREVIEWED).map(({ record, before, after }) => (
          <li key={record.id}>
            {formatRecordName(record, t)}
            {': '}
            <del className={classes.before}>{formatValue(before)}</del> <span aria-hidden>→</span> {formatValue(after)}
          </li>
        ))}
        {plan.changes.length > PREVIEWED && (
          <li>{t('observations:workbench.edit.more', { number: number(plan.changes.length - PREVIEWED, language) })}</li>
        )}
      </ul>
    </>
  );
}
