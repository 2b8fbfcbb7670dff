import { Button } from '@mantine/core';
import type { ValidationState } from '@veld/contract';
import { IconClipboardText, IconCopy, IconDownload, IconEdit, IconTrash } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { csvFile } from '../../device/csv';
import { saveFiles } from '../../device/files';
import { formatTsv, readTsv } from '../../device/tsv';
import { useThrottledQuery } from '../../device/use-throttled-query';
import { number } from '../../i18n/format';
import { savedPlaces } from '../../local/changes/saved-places';
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
import { isTyping } from '../../ui/keys/is-typing';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { DataTable } from '../../ui/table/DataTable';
import { copyCell, shownColumns, standardState, type TableColumn } from '../../ui/table/table-types';
import { useTableInAddress } from '../../ui/table/use-table-in-address';
import type { PastedBlock } from './paste/paste-cells';
import { PasteCellsDialog } from './paste/PasteCellsDialog';
import { PasteRecordsDialog } from './paste/PasteRecordsDialog';
import { removeRecords } from './paste/save-records';
import { undoChanges } from './workbench/apply-edit';
import type { PlannedChange } from './workbench/bulk-edit';
import { BulkEditDialog } from './workbench/BulkEditDialog';
import { editCell, editFaultText } from './workbench/edit-cell';
import { cellEdits, NEWEST_FIRST, recordColumns, RecordLine } from './workbench/record-columns';
import { useRecordChanges } from './workbench/record-changes';
import type { SaveCell } from './workbench/RecordCellEditor';
import { rowId, type WorkRow } from './workbench/work-row';
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
  const actions = useUndoableActions();
  const [isPasting, setPasting] = useState(false);
  return (
    <>
      <PageHeader
        title={t('common:screens.tables')}
        lead={t('observations:workbench.lead')}
        actions={
          <Button variant="default" leftSection={<IconClipboardText size={20} aria-hidden />} onClick={() => setPasting(true)}>
            {t('observations:paste.records_title')}
          </Button>
        }
      />
      {!read || !states ? (
        <TaxonRowSkeletons label={t('observations:workbench.loading')} />
      ) : read.records.length === 0 ? (
        <OwnEmptyState
          sentence={t('observations:workbench.none')}
          action={<ObserveButton to="/observe" label={t('common:nav.observe')} />}
        />
      ) : (
        <RecordsTable records={read.records} total={read.total} states={states} actions={actions} />
      )}
      {isPasting && (
        <PasteRecordsDialog
          onClose={() => setPasting(false)}
          onDone={(ids) => {
            setPasting(false);
            actions.made(ids);
          }}
        />
      )}
      <UndoNotice act={actions.act} onDismiss={actions.dismiss} />
    </>
  );
}

interface TableProps {
  records: readonly LocalObservation[];
  /** How many records there are while only the newest are read; null once all are. */
  total: number | null;
  states: ReadonlyMap<string, SyncState>;
  actions: ReturnType<typeof useUndoableActions>;
}

function RecordsTable({ records, total, states, actions: { hidden, undoLast, changed, remove } }: TableProps) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const named = useNamed(records);
  const { t: say } = useTranslation('notifications');
  const save = useSaveCell(changed);
  const changes = useRecordChanges();
  const database = currentDatabase();
  const places = useLiveQuery(() => savedPlaces(database), [database]);
  const columns = useMemo(() => {
    const community = { sayValidation: (of: ValidationState) => say(`validation.${of}`), changes, savedPlaces: places };
    return recordColumns(t, language, say('kind.validation'), community, cellEdits(save, t));
  }, [t, language, say, save, changes, places]);
  const [state, setState] = useTableInAddress(() => standardState(columns, NEWEST_FIRST));
  const [selected, setSelected] = useState(NOTHING);
  const [edited, setEdited] = useState<ReadonlySet<string> | null>(null);
  const [pasted, setPasted] = useState<PastedBlock | null>(null);
  const texts = useTableTexts(t('observations:workbench.search'));
  const views = useTableViews('records');
  const rows = useMemo(
    (): WorkRow[] => named.flatMap((record) => (hidden.has(record.id) ? [] : [{ record, sync: states.get(record.id) ?? 'stored' }])),
    [named, states, hidden],
  );
  // As they are now: a preview of older values would leave out what an undo just gave back.
  const editing = useMemo(() => edited && named.filter(({ id }) => edited.has(id)), [edited, named]);

  const onKeyDown = (event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    // In an input, it undoes what is typed.
    if (!isUndo || isTyping(event)) return;
    if (undoLast()) event.preventDefault();
  };
  return (
    <div role="presentation" onKeyDown={onKeyDown}>
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
        clipboard={{
          format: formatTsv,
          onPaste: (text, at) => {
            const cells = readTsv(text);
            if (cells.length > 0) setPasted({ cells, ...at });
          },
        }}
        renderCard={(row) => <RecordLine row={row} />}
        renderActions={(shown, chosen) => (
          <Actions
            columns={shownColumns(columns, state)}
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
          onDone={(changes) => {
            setEdited(null);
            changed(changes);
          }}
        />
      )}
      {pasted && (
        <PasteCellsDialog
          block={pasted}
          onClose={() => setPasted(null)}
          onDone={(changes) => {
            setPasted(null);
            changed(changes);
          }}
        />
      )}
    </div>
  );
}

/** Saves what is entered in a cell. */
function useSaveCell(changed: (changes: readonly PlannedChange[]) => void): SaveCell {
  const t = useRecordTranslation();
  const user = useUser();
  const database = currentDatabase();
  return useCallback(
    async (record, edit) => {
      const outcome = await editCell(database, user, record, edit);
      if (!('fault' in outcome)) {
        changed(outcome.changes);
        return null;
      }
      if (outcome.fault !== 'storage') return editFaultText(outcome.fault, t);
      console.error('Records', outcome.cause);
      return t('common:error.storage_failed');
    },
    [database, user, changed, t],
  );
}

/** Deletes records, and offers to undo the last edit or deletion. */
function useUndoableActions() {
  const t = useRecordTranslation();
  const user = useUser();
  const failed = useStorageFailure();
  const [act, setAct] = useState<Undoable | null>(null);
  /** What the keyboard undoes: the last edit also when the notice is gone, but no deletion that was carried out. */
  const last = useRef<{ kind: 'edit' | 'delete'; undo: () => void } | null>(null);
  const { hidden, remove, undo, commit } = useDeletion(failed);
  const dismiss = useCallback(() => {
    setAct(null);
    if (last.current?.kind === 'delete') last.current = null;
    void commit();
  }, [commit]);
  const offer = useCallback((kind: 'edit' | 'delete', text: string, undoIt: () => void) => {
    const undoOnce = () => {
      last.current = null;
      undoIt();
    };
    last.current = { kind, undo: undoOnce };
    setAct({ id: `${kind} ${Date.now()}`, text, undo: undoOnce });
  }, []);
  const changed = useCallback(
    (changes: readonly PlannedChange[]) => {
      if (changes.length === 0) return;
      // What was deleted before can no longer be undone, as this is offered in its place.
      void commit();
      const text = t('observations:workbench.edited', { records: t('common:count.records', { count: changes.length }) });
      offer('edit', text, () => void undoChanges(currentDatabase(), user, changes, failed));
    },
    [commit, offer, t, user, failed],
  );
  const made = (ids: readonly string[]) => {
    if (ids.length === 0) return;
    void commit();
    const text = t('observations:paste.added', { records: t('common:count.records', { count: ids.length }) });
    offer('edit', text, () => void removeRecords(currentDatabase(), ids, failed));
  };
  const removeAll = (ids: readonly string[]) => {
    remove(ids);
    offer('delete', t('observations:workbench.deleted', { records: t('common:count.records', { count: ids.length }) }), undo);
  };
  /** False if there is nothing to undo. */
  const undoLast = () => {
    if (!last.current) return false;
    last.current.undo();
    setAct(null);
    return true;
  };
  return { hidden, act, dismiss, undoLast, changed, made, remove: removeAll };
}

function useStorageFailure(): (cause: unknown) => void {
  const t = useRecordTranslation();
  return useCallback((cause) => void notifier.show('negative', t('common:error.storage_failed'), { cause }), [t]);
}

interface ActionsProps {
  /** Those that are shown, in order. */
  columns: readonly TableColumn<WorkRow>[];
  shown: readonly WorkRow[];
  chosen: readonly WorkRow[];
  /** Whether only the newest records are read. */
  isPartial: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

/** What can be done with the selected records, and the export, which also works for all that are shown. */
function Actions({ columns, shown, chosen, isPartial, onEdit, onDelete }: ActionsProps) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const failed = useStorageFailure();
  const exportRows = (rows: readonly WorkRow[]) => {
    recordsNow(currentDatabase(), rows)
      .then((records) => saveFiles([csvFile('records', recordRows(records, language))]))
      .catch(failed);
  };
  const copy = async () => {
    const cells = [columns.map(({ label }) => label), ...chosen.map((row) => columns.map((column) => copyCell(column, row)))];
    try {
      await navigator.clipboard.writeText(formatTsv(cells));
      notifier.show('positive', t('observations:paste.copied', { records: t('common:count.records', { count: chosen.length }) }));
    } catch (cause) {
      notifier.show('negative', t('observations:paste.not_copied'), { cause });
    }
  };
  return (
    <>
      {chosen.length > 0 && (
        <>
          <strong>{t('observations:workbench.selected', { records: t('common:count.records', { count: chosen.length }) })}</strong>
          <Button variant="default" leftSection={<IconEdit size={20} aria-hidden />} onClick={onEdit}>
            {t('common:action.edit')}
          </Button>
          <Button variant="default" leftSection={<IconCopy size={20} aria-hidden />} onClick={() => void copy()}>
            {t('common:action.copy')}
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
