import { Button, Checkbox, Modal, NativeSelect, Progress, Textarea } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useState } from 'react';
import { readTsv } from '../../../device/tsv';
import { number } from '../../../i18n/format';
import { savedPlaces } from '../../../local/changes/saved-places';
import { newId } from '../../../local/db/ids';
import { ownObservations } from '../../../local/records/observations';
import { fieldValue } from '../../../shared/records/field-labels';
import { useRecordTranslation } from '../../../shared/records/record-labels';
import { currentDatabase, notifier, useLanguage, useUser } from '../../../shared/session/session';
import { DialogActions } from '../../../ui/DialogBody';
import { useZones } from '../workbench/BulkEditDialog';
import { editFaultText } from '../workbench/edit-cell';
import { taxonFinder } from './find-taxon';
import { fold } from './fold';
import { guessColumns } from './guess-columns';
import { COLUMN_KINDS, type ColumnKind } from './header-words';
import { DayOrderChoice } from './PasteCellsDialog';
import { MAX_PASTED_ROWS } from './paste-cells';
import { type NewRecord, planRecords, type RecordsPlan, type RowFault } from './paste-records';
import { faultText } from './read-cell';
import type { DayOrder } from './read-date';
import { saveRecords } from './save-records';
import classes from './paste.module.css';

interface Props {
  onClose: () => void;
  /** With the ids of the new records. */
  onDone: (ids: string[]) => void;
}

/** As many records, and as many rows that are not understood, are listed. */
const LISTED = 100;

/** What the person said about the columns of pasted cells. */
interface Layout {
  cells: readonly (readonly string[])[];
  ids: readonly string[];
  kinds: readonly ColumnKind[];
  hasHeader: boolean;
  order: DayOrder | null;
  /** The saved place of rows that name none. */
  fallback: string | null;
}

/** Makes records of rows that were copied from a spreadsheet, after showing what becomes of each. */
export function PasteRecordsDialog({ onClose, onDone }: Props) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const [layout, setLayout] = useState<Layout | null>(null);
  const isTooLong = layout !== null && layout.cells.length > MAX_PASTED_ROWS;
  const plan = useRecordsPlan(isTooLong ? null : layout);
  const [isAsked, setAsked] = useState(false);
  if (plan?.isAmbiguous && !isAsked) setAsked(true);
  const { progress, save } = useSave(onDone);
  const isSaving = progress !== null;
  const titles = useColumnTitles();
  const paste = (text: string) => {
    const cells = readTsv(text);
    setAsked(false);
    setLayout(
      cells.length === 0 ? null : { cells, ids: cells.map(() => newId()), ...guessColumns(cells, titles), order: null, fallback: null },
    );
  };
  const change = (part: Partial<Layout>) => setLayout(layout && { ...layout, ...part });
  const isReady = plan !== null && plan.records.length > 0 && !plan.isAmbiguous;
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('observations:paste.records_title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
      withCloseButton={!isSaving}
      closeOnEscape={!isSaving}
      closeOnClickOutside={false}
    >
      {!layout && (
        <Textarea
          data-autofocus
          label={t('observations:paste.rows')}
          description={t('observations:paste.rows_hint')}
          minRows={6}
          autosize
          maxRows={12}
          // Typing cells makes no sense: what is there is what was pasted.
          value=""
          onChange={(event) => paste(event.currentTarget.value)}
        />
      )}
      {isTooLong && (
        <p role="alert">
          {t('observations:paste.too_many', {
            rows: number(layout.cells.length, language),
            most: number(MAX_PASTED_ROWS, language),
          })}
        </p>
      )}
      {layout && !isTooLong && (
        <>
          <Columns layout={layout} onChange={change} />
          {isAsked && <DayOrderChoice order={layout.order} onOrder={(order) => change({ order })} />}
          {!layout.kinds.includes('species') ? (
            <p role="alert" className={classes.alert}>
              {t('observations:paste.which_species')}
            </p>
          ) : plan ? (
            <RecordsPreview plan={plan} />
          ) : (
            <p role="status">{t('observations:paste.reading')}</p>
          )}
        </>
      )}
      {isSaving && (
        <Progress value={(100 * progress.count) / progress.total} mt="md" aria-label={t('observations:workbench.edit.saving')} />
      )}
      <DialogActions>
        {layout && (
          <Button variant="subtle" onClick={() => setLayout(null)} disabled={isSaving}>
            {t('observations:paste.again')}
          </Button>
        )}
        <Button variant="default" onClick={onClose} disabled={isSaving}>
          {t('common:action.cancel')}
        </Button>
        <Button onClick={() => void (plan && save(plan.records))} loading={isSaving} disabled={!isReady}>
          {t('observations:paste.add', { records: t('common:count.records', { count: plan?.records.length ?? 0 }) })}
        </Button>
      </DialogActions>
    </Modal>
  );
}

/** The titles of columns in the language of the person, folded. */
function useColumnTitles(): ReadonlyMap<string, ColumnKind> {
  const t = useRecordTranslation();
  return useMemo(
    () =>
      new Map(COLUMN_KINDS.flatMap((kind) => (kind === 'ignored' ? [] : [[fold(t(`observations:paste.kind.${kind}`)), kind] as const]))),
    [t],
  );
}

/** Reads the rows by their layout; null while that takes, and without one. */
function useRecordsPlan(layout: Layout | null): RecordsPlan | null {
  const t = useRecordTranslation();
  const language = useLanguage();
  const database = currentDatabase();
  const { country_code: country, preferences } = useUser();
  const zoneOf = useZones();
  const findTaxon = useMemo(() => taxonFinder(), []);
  const [found, setFound] = useState<{ layout: Layout; plan: RecordsPlan } | null>(null);
  useEffect(() => {
    if (!layout || !zoneOf || !layout.kinds.includes('species')) return;
    const reading = new AbortController();
    const { signal } = reading;
    const { kinds, hasHeader, order, fallback } = layout;
    const from = hasHeader ? 1 : 0;
    const plan = async () => {
      const [places, existing] = await Promise.all([savedPlaces(database), ownObservations(database)]);
      const pasted = { cells: layout.cells.slice(from), kinds, ids: layout.ids.slice(from), linesBefore: from };
      const place = places.find(({ id }) => id === fallback) ?? null;
      const reader = { language, t, order, findTaxon, zoneOf, savedPlaces: places, fallback: place, country, preferences, existing };
      return planRecords(pasted, { ...reader, now: new Date() }, signal);
    };
    plan().then(
      (made) => !signal.aborted && setFound({ layout, plan: made }),
      (error: unknown) => !signal.aborted && console.error('Paste', error),
    );
    return () => reading.abort();
  }, [layout, zoneOf, database, language, t, country, preferences, findTaxon]);
  return found?.layout === layout && layout ? found.plan : null;
}

/** Saves new records one by one. `progress` is null until it begins. */
function useSave(onDone: Props['onDone']) {
  const t = useRecordTranslation();
  const user = useUser();
  const [progress, setProgress] = useState<{ count: number; total: number } | null>(null);
  const save = async (records: readonly NewRecord[]) => {
    const total = records.length;
    setProgress({ count: 0, total });
    const onFault = (cause: unknown) => void notifier.show('negative', t('observations:paste.not_all'), { cause });
    onDone(await saveRecords(currentDatabase(), user, records, (count) => setProgress({ count, total }), onFault));
  };
  return { progress, save };
}

interface ColumnsProps {
  layout: Layout;
  onChange: (part: Partial<Layout>) => void;
}

/** What each column holds, with its first cells as a reminder. */
function Columns({ layout: { cells, kinds, hasHeader, fallback }, onChange }: ColumnsProps) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const database = currentDatabase();
  const places = useLiveQuery(() => savedPlaces(database), [database]) ?? [];
  const rows = cells.slice(hasHeader ? 1 : 0);
  const titleOf = (at: number) =>
    (hasHeader && cells[0]?.[at]?.trim()) || t('observations:paste.column', { number: number(at + 1, language) });
  const setKind = (at: number, kind: string) =>
    onChange({ kinds: kinds.map((one, index) => (index === at ? (COLUMN_KINDS.find((other) => other === kind) ?? 'ignored') : one)) });
  return (
    <>
      <Checkbox
        mb="md"
        label={t('observations:paste.has_header')}
        checked={hasHeader}
        onChange={(event) => onChange({ hasHeader: event.currentTarget.checked })}
      />
      <div className={classes.columns}>
        {kinds.map((kind, at) => (
          <NativeSelect
            key={at}
            label={<bdi>{titleOf(at)}</bdi>}
            description={<bdi>{rows.map((row) => row[at]?.trim()).find(Boolean) ?? '–'}</bdi>}
            value={kind}
            data={COLUMN_KINDS.map((value) => ({ value, label: t(`observations:paste.kind.${value}`) }))}
            onChange={(event) => setKind(at, event.currentTarget.value)}
          />
        ))}
      </div>
      {places.length > 0 && (
        <NativeSelect
          mt="md"
          mb="md"
          label={t('observations:paste.fallback')}
          value={fallback ?? ''}
          data={[{ value: '', label: t('observations:paste.no_fallback') }, ...places.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => onChange({ fallback: event.currentTarget.value || null })}
        />
      )}
    </>
  );
}

/** Faults of rows that only new records have. */
const OF_ROWS = [
  'species_missing',
  'species_differ',
  'place_missing',
  'place_unknown',
  'place_several',
  'accuracy',
  'time_twice',
] as const satisfies readonly RowFault[];

function useReasonText(): (reason: RowFault) => string {
  const t = useRecordTranslation();
  return (reason) => {
    const ofRow = OF_ROWS.find((one) => one === reason);
    if (ofRow) return t(`observations:paste.fault.${ofRow}`);
    if (reason === 'future' || reason === 'invalid') return editFaultText(reason, t);
    return faultText(reason as Parameters<typeof faultText>[0], t);
  };
}

function RecordsPreview({ plan: { records, problems, known, isAmbiguous } }: { plan: RecordsPlan }) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const reasonText = useReasonText();
  const countRecords = (count: number) => t('common:count.records', { count });
  const shown = problems.filter(({ reason }) => reason !== 'ambiguous');
  const counts = [
    t('observations:paste.new', { records: countRecords(records.length) }),
    known > 0 ? t('observations:paste.known', { records: countRecords(known) }) : '',
    shown.length > 0 ? t('observations:paste.left_out', { number: number(shown.length, language) }) : '',
    isAmbiguous ? t('observations:paste.waiting', { number: number(problems.length - shown.length, language) }) : '',
  ];
  const more = (count: number) =>
    count > LISTED && <li>{t('observations:workbench.edit.more', { number: number(count - LISTED, language) })}</li>;
  return (
    <>
      <p role="status" className={classes.status}>
        {counts.filter(Boolean).join(' ')}
      </p>
      {shown.length > 0 && (
        <ul className={classes.problems} aria-label={t('observations:paste.not_understood')}>
          {shown.slice(0, LISTED).map(({ line, text, reason }) => (
            <li key={line}>
              {t('observations:paste.line', { number: number(line, language) })}: <q dir="auto">{text}</q>{' '}
              <span className={classes.reason}>{reasonText(reason)}</span>
            </li>
          ))}
          {more(shown.length)}
        </ul>
      )}
      <ul className={classes.preview} aria-label={t('observations:paste.new_list')}>
        {records.slice(0, LISTED).map(({ id, draft, taxon }) => (
          <li key={id}>
            <strong>{taxon.name}</strong>
            {' · '}
            {(['observed_on', 'latitude', 'count', 'notes'] as const)
              .map((field) => fieldValue(field, draft, null, t, language))
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
        {more(records.length)}
      </ul>
    </>
  );
}
