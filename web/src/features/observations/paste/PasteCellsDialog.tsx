import { Button, Modal, Progress, SegmentedControl } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { number } from '../../../i18n/format';
import { fieldLabel, fieldValue } from '../../../shared/records/field-labels';
import { formatRecordName, type RecordTranslator, useRecordTranslation } from '../../../shared/records/record-labels';
import { useLanguage } from '../../../shared/session/session';
import { DialogActions } from '../../../ui/DialogBody';
import { identifyTarget, useApply, useZones } from '../workbench/BulkEditDialog';
import type { PlannedChange } from '../workbench/bulk-edit';
import { taxonFinder } from './find-taxon';
import { type CellProblem, MAX_PASTED_ROWS, type PastedBlock, type PastePlan, planPaste } from './paste-cells';
import { editFaultText } from '../workbench/edit-cell';
import { faultText } from './read-cell';
import type { DayOrder } from './read-date';
import classes from './paste.module.css';

interface Props {
  block: PastedBlock;
  onClose: () => void;
  onDone: (changes: PlannedChange[]) => void;
}

/** As many changes, and as many cells that are not understood, are listed. */
const LISTED = 100;

/** Shows what pasted cells change in the records, and what of them is not understood, before anything is changed. */
export function PasteCellsDialog({ block, onClose, onDone }: Props) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const [order, setOrder] = useState<DayOrder | null>(null);
  const isTooLong = block.cells.length > MAX_PASTED_ROWS;
  const plan = usePlan(block, order, !isTooLong);
  // Once it was asked, the answer can be changed.
  const [isAsked, setAsked] = useState(false);
  if (plan?.isAmbiguous && !isAsked) setAsked(true);
  const { progress, apply } = useApply(onDone);
  const isSaving = progress !== null;
  const isReady = plan !== null && plan.changes.length > 0 && !plan.isAmbiguous;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('observations:paste.cells_title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
      withCloseButton={!isSaving}
      closeOnEscape={!isSaving}
      closeOnClickOutside={false}
    >
      {isTooLong ? (
        <p role="alert">
          {t('observations:paste.too_many', { rows: number(block.cells.length, language), most: number(MAX_PASTED_ROWS, language) })}
        </p>
      ) : (
        <>
          {isAsked && <DayOrderChoice order={order} onOrder={setOrder} />}
          {plan ? <Preview plan={plan} /> : <p role="status">{t('observations:paste.reading')}</p>}
        </>
      )}
      {isSaving && (
        <Progress value={(100 * progress.count) / progress.total} mt="md" aria-label={t('observations:workbench.edit.saving')} />
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={isSaving}>
          {t('common:action.cancel')}
        </Button>
        <Button onClick={() => void (plan && apply(plan.changes))} loading={isSaving} disabled={!isReady}>
          {t('observations:workbench.edit.apply')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

/** The plan; null while the cells are read. */
function usePlan(block: PastedBlock, order: DayOrder | null, isWanted: boolean): PastePlan | null {
  const t = useRecordTranslation();
  const language = useLanguage();
  const zoneOf = useZones();
  const findTaxon = useMemo(() => taxonFinder(), []);
  const [found, setFound] = useState<{ order: DayOrder | null; plan: PastePlan } | null>(null);
  useEffect(() => {
    if (!zoneOf || !isWanted) return;
    const reading = new AbortController();
    planPaste(block, { language, t, order, findTaxon }, zoneOf, reading.signal).then(
      (plan) => !reading.signal.aborted && setFound({ order, plan }),
      (error: unknown) => !reading.signal.aborted && console.error('Paste', error),
    );
    return () => reading.abort();
  }, [block, order, zoneOf, isWanted, language, t, findTaxon]);
  return found?.order === order ? found.plan : null;
}

/** Asks once for all dates whether the day or the month comes first. */
export function DayOrderChoice({ order, onOrder }: { order: DayOrder | null; onOrder: (order: DayOrder) => void }) {
  const t = useRecordTranslation();
  const orders = ['day_first', 'month_first'] as const;
  return (
    <fieldset className={classes.question}>
      <legend className={classes.label}>{t('observations:paste.which_order')}</legend>
      <SegmentedControl
        fullWidth
        aria-label={t('observations:paste.which_order')}
        // Nothing is chosen before the person has.
        value={order ?? ''}
        data={orders.map((value) => ({ value, label: t(`observations:paste.${value}`) }))}
        onChange={(value) => onOrder(value === 'month_first' ? 'month_first' : 'day_first')}
      />
    </fieldset>
  );
}

/** Why a cell changes nothing, in words. */
function reasonText({ reason }: CellProblem, t: RecordTranslator): string {
  if (reason === 'fixed' || reason === 'outside') return t(`observations:paste.${reason}`);
  if (reason === 'invalid' || reason === 'otherGroup' || reason === 'future') return editFaultText(reason, t);
  return faultText(reason, t);
}

function Preview({ plan: { changes, problems, unchanged, beyond, isAmbiguous } }: { plan: PastePlan }) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const countRecords = (count: number) => t('common:count.records', { count });
  const shown = problems.filter(({ reason }) => reason !== 'ambiguous');
  const counts = [
    t('observations:workbench.edit.changes', { records: countRecords(changes.length) }),
    unchanged > 0 ? t('observations:workbench.edit.unchanged', { records: countRecords(unchanged) }) : '',
    beyond > 0 ? t('observations:paste.beyond', { number: number(beyond, language) }) : '',
    shown.length > 0 ? t('observations:paste.problems', { number: number(shown.length, language) }) : '',
    isAmbiguous ? t('observations:paste.waiting', { number: number(problems.length - shown.length, language) }) : '',
    t('observations:paste.empty_cells'),
  ];
  return (
    <>
      <p className={classes.status} role="status">
        {counts.filter(Boolean).join(' ')}
      </p>
      {shown.length > 0 && (
        <ul className={classes.problems} aria-label={t('observations:paste.not_understood')}>
          {shown.slice(0, LISTED).map((problem, at) => (
            <li key={at}>
              {[formatRecordName(problem.record, t), problem.column].filter(Boolean).join(' · ')}: <q dir="auto">{problem.text}</q>{' '}
              <span className={classes.reason}>{reasonText(problem, t)}</span>
            </li>
          ))}
          {shown.length > LISTED && <li>{t('observations:workbench.edit.more', { number: number(shown.length - LISTED, language) })}</li>}
        </ul>
      )}
      <ul className={classes.preview} aria-label={t('observations:workbench.edit.preview')}>
        {changes.slice(0, LISTED).map((change) => (
          <ChangeLine key={change.record.id} change={change} />
        ))}
        {changes.length > LISTED && <li>{t('observations:workbench.edit.more', { number: number(changes.length - LISTED, language) })}</li>}
      </ul>
    </>
  );
}

/** What changes in one record: each field with its value before and after. */
function ChangeLine({ change: { record, targets, before, after, taxon } }: { change: PlannedChange }) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const value = (key: string, draft: PlannedChange['before'], name: string | null) =>
    fieldValue(key, draft, name, t, language) || t('observations:workbench.edit.empty');
  const values = targets
    .map((target) => {
      const key = identifyTarget(target);
      return { key, from: value(key, before, record.taxon?.name ?? null), to: value(key, after, (taxon ?? record.taxon)?.name ?? null) };
    })
    .filter(({ from, to }) => from !== to);
  return (
    <li>
      {formatRecordName(record, t)}
      {': '}
      {values.map(({ key, from, to }, at) => (
        <span key={key}>
          {at > 0 && '; '}
          {fieldLabel(key, t)} <del className={classes.before}>{from}</del> <span aria-hidden>→</span> {to}
        </span>
      ))}
    </li>
  );
}
