import { Button, Modal, NativeSelect, NumberInput, Progress, Textarea, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { number } from '../../../i18n/format';
import { DialogActions } from '../../../ui/DialogBody';
import { currentDatabase, notifier, useLanguage, useUser } from '../../../shared/session/session';
import { attributeLabel, groupChoiceLabel } from '../../../shared/records/group-labels';
import { fieldLabel, fieldValue } from '../../../shared/records/field-labels';
import type { LocalObservation } from '../../../shared/records/own';
import { formatRecordName } from '../../../shared/records/record-labels';
import { useRecordTranslation } from '../../../shared/records/use-record-translation';
import { choiceLabel } from '../../../shared/records/value-labels';
import { applyChanges } from './apply-edit';
import { type BulkEdit, type EditAction, type EditTarget, editTargets, planEdit, type PlannedChange, targetFacts } from './bulk-edit';
import classes from './workbench.module.css';

interface Props {
  records: readonly LocalObservation[];
  onClose: () => void;
  onDone: (changes: PlannedChange[], target: EditTarget) => void;
}

/** Changes shown in the preview; their number is stated for all. */
const PREVIEWED = 100;

const keyOf = (target: EditTarget) => ('field' in target ? target.field : `attributes.${target.attribute}`);

/** Gives many records the same value of a field, after showing what changes. */
export function BulkEditDialog({ records, onClose, onDone }: Props) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const user = useUser();
  const targets = useMemo(() => editTargets(records), [records]);
  const [target, setTarget] = useState<EditTarget>(targets[0]!);
  const [action, setAction] = useState<EditAction>('set');
  const [value, setValue] = useState<BulkEdit['value']>(null);
  const [done, setDone] = useState<{ count: number; total: number } | null>(null);
  const facts = targetFacts(target);
  const isReady = action === 'clear' || (value !== null && value !== '');
  const plan = useMemo(() => (isReady ? planEdit(records, { target, action, value }) : null), [isReady, records, target, action, value]);
  const labelOf = (one: EditTarget) => ('field' in one ? fieldLabel(one.field, t) : attributeLabel(one.attribute, t));

  const textOf = (draft: PlannedChange['before']) =>
    fieldValue(keyOf(target), draft, null, t, language) || t('observations:workbench.edit.empty');
  const recordsOf = (count: number) => t('common:count.records', { count });

  const choose = (key: string) => {
    setTarget(targets.find((one) => keyOf(one) === key) ?? targets[0]!);
    setAction('set');
    setValue(null);
  };
  const apply = async () => {
    if (!plan) return;
    const total = plan.changes.length;
    setDone({ count: 0, total });
    const failed = (cause: unknown) => void notifier.show('negative', t('observations:workbench.edit.failed'), { cause });
    onDone(
      await applyChanges(
        currentDatabase(),
        user,
        plan.changes,
        (count) => {
          setDone({ count, total });
          return true;
        },
        failed,
      ),
      target,
    );
  };
  const input = () => {
    const label = t('observations:workbench.edit.value');
    const text = typeof value === 'string' ? value : '';
    if (facts.type === 'choice' || facts.type === 'boolean') {
      const choices = facts.type === 'boolean' ? ['true', 'false'] : facts.choices;
      const nameOfChoice = (choice: string) =>
        facts.type === 'boolean'
          ? t(choice === 'true' ? 'observations:answer.yes' : 'observations:answer.no')
          : 'field' in target
            ? choiceLabel(target.field, choice, t)
            : groupChoiceLabel(target.attribute, choice, t);
      return (
        <NativeSelect
          label={label}
          value={value === null ? '' : String(value)}
          data={[{ value: '', label: '' }, ...choices.map((choice) => ({ value: choice, label: nameOfChoice(choice) }))]}
          onChange={({ currentTarget: { value: next } }) =>
            setValue(next === '' ? null : facts.type === 'boolean' ? next === 'true' : next)
          }
        />
      );
    }
    if (facts.type === 'number')
      return (
        <NumberInput
          label={label}
          value={typeof value === 'number' ? value : ''}
          min={0}
          hideControls
          onChange={(next) => setValue(typeof next === 'number' ? next : null)}
        />
      );
    const onChange = (event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value);
    if (facts.isLong) return <Textarea label={label} value={text} autosize minRows={2} maxRows={6} onChange={onChange} />;
    return <TextInput label={label} type={facts.type === 'date' ? 'date' : 'text'} value={text} onChange={onChange} />;
  };

  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('observations:workbench.edit.title', { records: recordsOf(records.length) })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
      withCloseButton={done === null}
      closeOnEscape={done === null}
      closeOnClickOutside={done === null}
    >
      <div className={classes.fields}>
        <NativeSelect
          label={t('observations:workbench.edit.field')}
          value={keyOf(target)}
          data={targets.map((one) => ({ value: keyOf(one), label: labelOf(one) }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {facts.actions.length > 1 && (
          <NativeSelect
            label={t('observations:workbench.edit.action')}
            value={action}
            data={facts.actions.map((one) => ({ value: one, label: t(`observations:workbench.edit.${one}`) }))}
            onChange={(event) => setAction(facts.actions.find((one) => one === event.currentTarget.value) ?? 'set')}
          />
        )}
        {action !== 'clear' && input()}
      </div>
      {plan && (
        <>
          <p className={classes.quiet} role="status">
            {[
              t('observations:workbench.edit.changes', { records: recordsOf(plan.changes.length) }),
              plan.unchanged > 0 ? t('observations:workbench.edit.unchanged', { records: recordsOf(plan.unchanged) }) : '',
              plan.invalid > 0 ? t('observations:workbench.edit.invalid', { records: recordsOf(plan.invalid) }) : '',
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
          <ul className={classes.preview} aria-label={t('observations:workbench.edit.preview')}>
            {plan.changes.slice(0, PREVIEWED).map(({ record, before, after }) => (
              <li key={record.id}>
                {formatRecordName(record, t)}
                {': '}
                <del className={classes.before}>{textOf(before)}</del> <span aria-hidden>→</span> {textOf(after)}
              </li>
            ))}
            {plan.changes.length > PREVIEWED && (
              <li>{t('observations:workbench.edit.more', { number: number(plan.changes.length - PREVIEWED, language) })}</li>
            )}
          </ul>
        </>
      )}
      {done !== null && <Progress value={(100 * done.count) / done.total} mt="md" aria-label={t('observations:workbench.edit.saving')} />}
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={done !== null}>
          {t('common:action.cancel')}
        </Button>
        <Button onClick={() => void apply()} loading={done !== null} disabled={!plan || plan.changes.length === 0}>
          {t('observations:workbench.edit.apply')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
