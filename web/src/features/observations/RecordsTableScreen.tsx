import { Button } from '@mantine/core';
import { IconDownload, IconEdit, IconTrash } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { csvFile } from '../../device/csv';
import { saveFiles } from '../../device/files';
import { useThrottledQuery } from '../../device/use-throttled-query';
import { number } from '../../i18n/format';
import type { UserDatabase } from '../../local/db/database';
import { deleteObservation, ownObservations, ownObservationsById } from '../../local/records/observations';
import { newestRecords } from '../../local/records/present-records';
import { type LocalObservation, type SyncState, useSyncStates, withoutTicks } from '../../shared/records/own';
import { OwnEmptyState } from '../../shared/records/OwnEmptyState';
import { useTranslation } from 'react-i18next';
import { formatRecordName, useRecordTranslation } from '../../shared/records/record-labels';
import { type Undoable, UndoNotice } from '../../shared/records/UndoNotice';
import { currentDatabase, notifier, useLanguage, useUser } from '../../shared/session/session';
import { useTableTexts, useTableViews } from '../../shared/session/table-texts';
import { useNamed } from '../../shared/taxa/names';
import { ObserveButton } from '../../ui/ObserveButton';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { DataTable } from '../../ui/table/DataTable';
import { standardState } from '../../ui/table/table-types';
import { useTableInAddress } from '../../ui/table/use-table-in-address';
import { undoChanges } from './workbench/apply-edit';
import type { EditTarget, PlannedChange } from './workbench/bulk-edit';
import { BulkEditDialog } from './workbench/BulkEditDialog';
import { NEWEST_FIRST, recordColumns, RecordLine, rowId, type WorkRow } from './workbench/record-columns';
import { recordRows } from './workbench/record-csv';

const NONE: ReadonlySet<string> = new Set();

/** As many as are seen at first, and some to scroll to meanwhile. */
const FIRST = 100;

const NOTHING: ReadonlySet<string> = new Set();

/** The user's own records as a table, from the data on the device. */
export default function RecordsTableScreen() {
  const t = useRecordTranslation();
  const read = useTableRecords();
  const states = useSyncStates();
  return (
    <>
      <PageHeader title={t('common:screens.tables')} lead={t('observations:workbench.lead')} />
      {!read || !states ? (
        <TaxonRowSkeletons label={t('observations:workbench.loading')} />
      ) : read.records.length === 0 ? (
        <OwnEmptyState
          sentence={t('observations:workbench.none')}
          action={<ObserveButton to="/observe" label={t('common:nav.observe')} />}
        />
      ) : (
        <RecordsTable records={read.records} total={read.total} states={states} />
      )}
    </>
  );
}

interface TableProps {
  records: readonly LocalObservation[];
  /** How many records there are while only the newest are read; null once all are. */
  total: number | null;
  states: ReadonlyMap<string, SyncState>;
}

function RecordsTable({ records, total, states }: TableProps) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const named = useNamed(records);
  const { t: say } = useTranslation('notifications');
  const columns = useMemo(
    () => recordColumns(t, language, { label: say('kind.validation'), say: (state) => say(`validation.${state}`) }),
    [t, language, say],
  );
  const [state, setState] = useTableInAddress(() => standardState(columns, NEWEST_FIRST));
  const [selected, setSelected] = useState(NOTHING);
  const [edited, setEdited] = useState<ReadonlySet<string> | null>(null);
  const { hidden, act, dismiss, changed, remove } = useUndoableActions();
  const texts = useTableTexts(t('observations:workbench.search'));
  const views = useTableViews('records');
  const rows = useMemo(
    (): WorkRow[] => named.flatMap((record) => (hidden.has(record.id) ? [] : [{ record, sync: states.get(record.id) ?? 'stored' }])),
    [named, states, hidden],
  );
  // As they are now: a preview of older values would leave out what an undo just gave back.
  const editing = useMemo(() => edited && named.filter(({ id }) => edited.has(id)), [edited, named]);

  return (
    <>
      {total !== null && (
        <p role="status">
          {t('observations:workbench.newest', {
            shown: number(records.length, language),
            records: t('common:count.records', { count: total }),
          })}
        </p>
      )}
      <DataTable
        rows={rows}
        rowId={rowId}
        rowName={({ record }) => formatRecordName(record, t)}
        columns={columns}
        label={t('common:screens.tables')}
        state={state}
        onState={setState}
        standardSort={NEWEST_FIRST}
        selected={selected}
        onSelected={setSelected}
        views={views}
        texts={total === null ? texts : { ...texts, none: t('observations:workbench.loading') }}
        cardHeight={97}
        renderCard={(row) => <RecordLine row={row} />}
        renderActions={(shown, chosen) => (
          <Actions
            shown={shown}
            chosen={chosen}
            isPartial={total !== null}
            onEdit={() => setEdited(new Set(chosen.map(rowId)))}
            onDelete={() => {
              remove(chosen.map(rowId));
              setSelected(NOTHING);
            }}
          />
        )}
      />
      {editing && (
        <BulkEditDialog
          records={editing}
          onClose={() => setEdited(null)}
          onDone={(changes, target) => {
            setEdited(null);
            changed(changes, target);
          }}
        />
      )}
      <UndoNotice act={act} onDismiss={dismiss} />
    </>
  );
}

/** Deletes records, and offers to undo the last edit or deletion. */
function useUndoableActions() {
  const t = useRecordTranslation();
  const user = useUser();
  const failed = useStorageFailure();
  const [act, setAct] = useState<Undoable | null>(null);
  const { hidden, remove, undo, commit } = useDeletion(failed);
  const dismiss = useCallback(() => {
    setAct(null);
    void commit();
  }, [commit]);
  const changed = (changes: PlannedChange[], target: EditTarget) => {
    if (changes.length === 0) return;
    setAct({
      id: `edit ${Date.now()}`,
      text: t('observations:workbench.edited', { records: t('common:count.records', { count: changes.length }) }),
      undo: () => void undoChanges(currentDatabase(), user, changes, target, failed),
    });
  };
  const removeAll = (ids: readonly string[]) => {
    remove(ids);
    setAct({
      id: `delete ${Date.now()}`,
      text: t('observations:workbench.deleted', { records: t('common:count.records', { count: ids.length }) }),
      undo,
    });
  };
  return { hidden, act, dismiss, changed, remove: removeAll };
}

function useStorageFailure(): (cause: unknown) => void {
  const t = useRecordTranslation();
  return useCallback((cause) => void notifier.show('negative', t('common:error.storage_failed'), { cause }), [t]);
}

interface ActionsProps {
  shown: readonly WorkRow[];
  chosen: readonly WorkRow[];
  /** Whether only the newest records are read. */
  isPartial: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

/** What can be done with the selected records, and the export, which also works for all that are shown. */
function Actions({ shown, chosen, isPartial, onEdit, onDelete }: ActionsProps) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const failed = useStorageFailure();
  const exportRows = (rows: readonly WorkRow[]) => {
    recordsNow(currentDatabase(), rows)
      .then((records) => saveFiles([csvFile('records', recordRows(records, language))]))
      .catch(failed);
  };
  return (
    <>
      {chosen.length > 0 && (
        <>
          <strong>{t('observations:workbench.selected', { records: t('common:count.records', { count: chosen.length }) })}</strong>
          <Button variant="default" leftSection={<IconEdit size={20} aria-hidden />} onClick={onEdit}>
            {t('common:action.edit')}
          </Button>
          <Button variant="default" color="brick" leftSection={<IconTrash size={20} aria-hidden />} onClick={onDelete}>
            {t('common:action.delete')}
          </Button>
        </>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={20} aria-hidden />}
        disabled={shown.length === 0 || (isPartial && chosen.length === 0)}
        onClick={() => exportRows(chosen.length > 0 ? chosen : shown)}
      >
        {t(chosen.length > 0 ? 'observations:workbench.export_selected' : 'observations:workbench.export')}
      </Button>
    </>
  );
}

/**
 * The records of rows as the device has them now, in the order of the rows. The table itself lags behind a burst of changes. Taxa keep
 * the names that the rows show.
 */
async function recordsNow(database: UserDatabase, rows: readonly WorkRow[]): Promise<LocalObservation[]> {
  const taxa = new Map(rows.map((row) => [rowId(row), row.record.taxon]));
  const records = await ownObservationsById(database, rows.map(rowId));
  return records.map((record) => {
    const shown = taxa.get(record.id);
    return shown && shown.id === record.taxon?.id ? { ...record, taxon: shown } : record;
  });
}

/**
 * The user's records without ticks. Of a large number, the newest come first, with how many there are; `total` is null once all are
 * read. Undefined while loading.
 */
function useTableRecords(): { records: readonly LocalObservation[]; total: number | null } | undefined {
  const database = currentDatabase();
  const newest = useLiveQuery(() => newestRecords(database, FIRST), [database]);
  // Reading all would hold up the first ones.
  const isReading = newest !== undefined;
  const all = useThrottledQuery(() => (isReading ? ownObservations(database) : undefined), [database, isReading]);
  return useMemo(() => {
    if (all) return { records: withoutTicks(all), total: null };
    return newest ?? undefined;
  }, [all, newest]);
}

/**
 * Deletes records once the time to undo is over: `hidden` are those that wait for it. Leaving the screen ends the time, closing the
 * app before it ends keeps the records.
 */
function useDeletion(onFailure: (cause: unknown) => void) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(NONE);
  const waiting = useRef<readonly string[]>([]);
  const failed = useRef(onFailure);
  useEffect(() => {
    failed.current = onFailure;
  });

  // Of the person who deletes: after a logout there is none.
  const database = currentDatabase();
  const commit = useCallback(async () => {
    const ids = waiting.current;
    if (ids.length === 0) return;
    waiting.current = [];
    try {
      for (const id of ids) await deleteObservation(database, id);
    } catch (cause) {
      failed.current(cause);
    } finally {
      // What could not be deleted is shown again.
      setHidden((before) => new Set([...before].filter((id) => !ids.includes(id))));
    }
  }, [database]);
  const remove = useCallback(
    (ids: readonly string[]) => {
      void commit();
      waiting.current = ids;
      setHidden(new Set(ids));
    },
    [commit],
  );
  const undo = useCallback(() => {
    waiting.current = [];
    setHidden(NONE);
  }, []);
  useEffect(() => () => void commit(), [commit]);
  return { hidden, remove, undo, commit };
}
