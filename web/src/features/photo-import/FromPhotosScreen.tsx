import { Button, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconArrowBackUp, IconCircleCheck, IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pickPhotos } from '../../device/pick-photos';
import { number } from '../../i18n/format';
import type { UserDatabase } from '../../local/db/database';
import { useDistance } from '../../shared/geo/position/words';
import { ownObservationsById } from '../../local/records/observations';
import { type LocalObservation, type SyncState, useSyncStates } from '../../shared/records/own';
import { OwnRecordCard } from '../../shared/records/RecordCards';
import { useRecordTranslation } from '../../shared/records/record-labels';
import { currentDatabase, useIsOnline, useLanguage } from '../../shared/session/session';
import { CardGrid } from '../../ui/cards/CardGrid';
import { EmptyState } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import { stickyBarRoom } from '../../ui/publish-height';
import { steadyFocus } from '../../ui/steady-focus';
import { APART_M, type FormPatch } from '../recording/data';
import { useDroppedFiles } from '../recording/photos/EvidenceField';
import type { Board, Group } from './board/board';
import { deleteLeftOut } from './board/board-actions';
import { type Gap, GAPS } from './board/group-photos';
import { countMissing, listMissing, MISSABLE, type Missable, missingOnBoard } from './board/missing';
import { type BoardActions, useBoardActions } from './board/use-board-actions';
import { useBoardKeys } from './board/use-board-keys';
import { type Selection, useSelection } from './board/use-selection';
import { type BoardScreen, useBoard } from './data';
import { CountDialog } from './dialogs/CountDialog';
import { DateDialog } from './dialogs/DateDialog';
import { MoveDialog } from './dialogs/MoveDialog';
import type { OpenDialog } from './dialogs/open-dialog';
import { PlaceDialog } from './dialogs/PlaceDialog';
import { SharingDialog } from './dialogs/SharingDialog';
import { SpeciesDialog } from './dialogs/SpeciesDialog';
import { GroupList } from './GroupList';
import { LeftOut } from './LeftOut';
import { problemText } from './problem-labels';
import { ReadingPanel } from './ReadingPanel';
import type { SaveAllResult } from './save-all';
import { SelectionBar } from './SelectionBar';
import { SharedQuestion } from './SharedQuestion';
import classes from './FromPhotosScreen.module.css';
import shared from './board.module.css';

/** Cards shown; the rest is in the user's records. */
const SHOWN = 8;

const NO_GROUPS: Group[] = [];

/** Turns many photos into records: grouped by time and place, adjusted by the user, stored on disk from the start. */
export default function FromPhotosScreen() {
  const screen = useBoard();
  const { database, board, read, saving } = screen;
  const groups = board?.groups ?? NO_GROUPS;
  const { filter, setFilter, counts, shown } = useMissingFilter(groups);
  const selection = useSelection(shown);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { bar, ...actions } = useBoardActions(screen, selection, setDialog);
  const problems = useSaveProblems(screen);
  const isOver = useDroppedFiles((files) => void screen.add(files));
  useBoardKeys(selection, actions, dialog !== null);

  if (!board) return null;
  const hasGroups = groups.length > 0;
  return (
    <div ref={steadyFocus} className={classes.screen} data-over={(isOver && !hasGroups) || undefined}>
      <BoardHeader screen={screen} groups={groups} />
      <SharedQuestion files={screen.shared.question} onAnswer={screen.shared.answer} />
      <ReadingPanel read={read} interrupted={screen.interrupted} onDismissInterrupted={screen.dismissInterrupted} shared={screen.shared} />
      <BoardStatus screen={screen} groups={groups} />
      {hasGroups && (
        <>
          <GapControl gap={screen.gap} isDisabled={read.isRunning || saving !== null} onChange={(gap) => void screen.setGap(gap)} />
          <GroupList {...{ screen, groups, shown, selection, actions, problems, isOver }} openDialog={setDialog} />
        </>
      )}
      {board.leftOut && (
        <LeftOut
          database={database}
          leftOut={board.leftOut}
          onPutBack={actions.putBackPhotos}
          onDelete={async () => {
            await deleteLeftOut(database);
            screen.clearUndoSteps();
          }}
        />
      )}
      <SaveBar {...{ bar, screen, groups, selection, actions }}>
        <Summary total={groups.length} counts={counts} filter={filter} onFilter={setFilter} />
      </SaveBar>
      {dialog && <BoardDialogs {...{ dialog, board, database, selection, actions }} onClose={() => setDialog(null)} onNext={setDialog} />}
    </div>
  );
}

/** The records that lack something, once the person asks for them; all of them again when none is left. */
function useMissingFilter(groups: readonly Group[]) {
  const [wanted, setFilter] = useState<Missable | null>(null);
  const counts = useMemo(() => countMissing(groups), [groups]);
  const filter = wanted !== null && counts[wanted] > 0 ? wanted : null;
  const shown = useMemo(
    () => (filter === null ? groups : groups.filter((group) => missingOnBoard(group).includes(filter))),
    [groups, filter],
  );
  return { filter, setFilter, counts, shown };
}

interface SummaryProps {
  total: number;
  counts: Record<Missable, number>;
  filter: Missable | null;
  onFilter: (filter: Missable | null) => void;
}

/** What the records would be saved without; each part shows the records that it counts. */
function Summary({ total, counts, filter, onFilter }: SummaryProps) {
  const t = useRecordTranslation('photo-import');
  const language = useLanguage();
  const parts = MISSABLE.filter((what) => counts[what] > 0);
  if (parts.length === 0) return null;
  return (
    <div className={classes.summary} role="group" aria-label={t('photo-import:board.summary')}>
      <strong>{t('common:count.records', { count: total })}</strong>
      {parts.map((what) => (
        <button
          key={what}
          type="button"
          className={classes.part}
          aria-pressed={filter === what}
          onClick={() => {
            onFilter(filter === what ? null : what);
            window.scrollTo({ top: 0 });
          }}
        >
          {t(`photo-import:board.without.${what}`, { number: number(counts[what], language) })}
          {filter === what && <IconX size={16} aria-hidden />}
        </button>
      ))}
    </div>
  );
}

interface PartProps {
  screen: BoardScreen;
  groups: readonly Group[];
}

const isEmpty = ({ screen, groups }: PartProps) => groups.length === 0 && !screen.read.isRunning;

function BoardHeader({ screen, groups }: PartProps) {
  const t = useRecordTranslation('photo-import', 'recording');
  const photos = groups.reduce((sum, group) => sum + group.photos.length, 0);
  const counts = `${t('observations:record.photos', { count: photos })} · ${t('common:count.records', { count: groups.length })}`;
  return (
    <PageHeader
      title={t('recording:photo_board.title')}
      lead={groups.length > 0 ? counts : undefined}
      back={{ to: '/observe', label: t('photo-import:board.single_record') }}
      actions={isEmpty({ screen, groups }) ? undefined : <PickButton isFirst={false} onPick={screen.add} />}
    />
  );
}

/** The result of the last save and, while the board is empty, the button that starts the next import. */
function BoardStatus({ screen, groups }: PartProps) {
  const t = useRecordTranslation('photo-import');
  const { saved } = screen;
  const first = isEmpty({ screen, groups }) ? <PickButton isFirst onPick={screen.add} /> : null;
  return (
    <>
      {saved && <SavedAllPanel result={saved} isBoardEmpty={groups.length === 0} />}
      {first && !saved && <EmptyState sentence={t('photo-import:board.empty')} action={first} />}
      {first && saved && <div className={classes.again}>{first}</div>}
    </>
  );
}

/** Why records could not be saved, by record id, as text. */
function useSaveProblems({ saved }: BoardScreen): ReadonlyMap<string, string> {
  const t = useRecordTranslation('photo-import');
  return useMemo(() => new Map(saved?.failed.map(({ id, reason }) => [id, problemText(reason, t)])), [saved, t]);
}

interface Props {
  dialog: OpenDialog;
  board: Board;
  database: UserDatabase;
  selection: Selection;
  actions: BoardActions;
  onClose: () => void;
  onNext: (dialog: OpenDialog) => void;
}

function BoardDialogs({ dialog, board, database, selection, actions, onClose, onNext }: Props) {
  const { t } = useTranslation(['photo-import', 'common', 'observations']);
  const groups = board.groups.filter(({ id }) => dialog.ids.includes(id));
  const [only] = groups;
  if (!only) return null;
  if (dialog.kind === 'move') {
    const isWhole = groups.length === 1;
    return (
      <MoveDialog
        database={database}
        groups={board.groups}
        currentId={isWhole ? only.id : null}
        onChoose={(group) => actions.moveTo(group.id, [...selection.selected])}
        onClose={onClose}
      />
    );
  }
  const name =
    groups.length === 1
      ? t('board.record', { number: board.groups.indexOf(only) + 1 })
      : t('common:count.records', { count: groups.length });
  const title = `${t(DIALOG_TITLES[dialog.kind])} · ${name}`;
  const common = { groups, title, onClose, onChoose: (patch: FormPatch) => actions.patchGroups(dialog.ids, patch) };
  if (dialog.kind === 'species') return <SpeciesDialog key={dialog.ids.join(' ')} {...common} {...{ board, database, actions, onNext }} />;
  if (dialog.kind === 'sharing') return <SharingDialog {...common} />;
  if (dialog.kind === 'date') return <DateDialog {...common} board={board} />;
  if (dialog.kind === 'count') return <CountDialog {...common} onChoose={(patch, ids) => actions.patchGroups(ids, patch)} />;
  return <PlaceDialog {...common} board={board} />;
}

const DIALOG_TITLES = {
  species: 'photo-import:board.species',
  date: 'observations:field.observed_on',
  place: 'photo-import:board.place',
  count: 'observations:field.count',
  sharing: 'photo-import:board.sharing',
} as const;

interface GapControlProps {
  gap: Gap;
  isDisabled: boolean;
  onChange: (gap: Gap) => void;
}

/** Chooses the time between two photos that starts a new record. Folded: what was proposed is mostly right. */
function GapControl({ gap, isDisabled, onChange }: GapControlProps) {
  const { t } = useTranslation('photo-import');
  const length = useDistance();
  const labelId = useId();
  return (
    <details className={classes.gap}>
      <summary className={classes.gapLine}>
        <span id={labelId}>{t('board.gap')}</span>
        <strong>{t(`board.gaps.${gap}`)}</strong>
      </summary>
      <SegmentedControl
        fullWidth
        aria-labelledby={labelId}
        value={String(gap)}
        disabled={isDisabled}
        onChange={(value) => {
          const next = GAPS.find((one) => String(one) === value);
          if (next !== undefined) onChange(next);
        }}
        data={GAPS.map((one) => ({ value: String(one), label: t(`board.gaps.${one}`) }))}
      />
      <p className={`${shared.hint} ${classes.hint}`}>{t('board.gap_hint', { distance: length(APART_M) })}</p>
    </details>
  );
}

interface PickButtonProps {
  /** On an empty board, the button is the primary action. */
  isFirst: boolean;
  onPick: (files: readonly File[]) => Promise<void>;
}

function PickButton({ isFirst, onPick }: PickButtonProps) {
  const { t } = useTranslation(['photo-import', 'recording']);
  const pick = async () => onPick(await pickPhotos('files'));
  return (
    <Button
      size={isFirst ? 'lg' : 'md'}
      variant={isFirst ? 'filled' : 'default'}
      leftSection={<IconPhotoPlus size={22} aria-hidden />}
      onClick={() => void pick()}
    >
      {isFirst ? t('board.choose_photos') : t('recording:evidence.files')}
    </Button>
  );
}

interface SaveBarProps {
  /** Receives the focus when an action has removed the focused element. */
  bar: RefObject<HTMLDivElement | null>;
  screen: BoardScreen;
  groups: readonly Group[];
  selection: Selection;
  actions: BoardActions;
  /** What stands above Save. */
  children: ReactNode;
}

/** The bar at the bottom edge: tools for the selected photos, undo and save. */
function SaveBar({ bar, screen, groups, selection, actions, children }: SaveBarProps) {
  const { t } = useTranslation(['photo-import', 'common']);
  const { read, saving } = screen;
  const { canUndo, undo } = actions;
  const barRef = useMergedRef(bar, stickyBarRoom);
  const hasSelection = selection.selected.size > 0;
  return (
    <div className={classes.bar} ref={barRef} tabIndex={-1} data-save-bar data-empty={(groups.length === 0 && !canUndo) || undefined}>
      <VisuallyHidden role="status">{actions.announcement}</VisuallyHidden>
      {hasSelection && (
        <SelectionBar
          selected={selection.selected}
          touched={selection.touched}
          hasOthers={groups.length > 1}
          onAll={selection.isAll ? null : selection.selectAll}
          actions={actions.tools}
        />
      )}
      {!hasSelection && !saving && children}
      <div className={classes.line}>
        {saving && (
          <span className={shared.hint} role="status">
            {t('board.saving', { number: Math.min(saving.done + 1, saving.total), total: saving.total })}
          </span>
        )}
        {canUndo && !saving && (
          <Button variant="subtle" leftSection={<IconArrowBackUp size={20} aria-hidden />} onClick={() => void undo()}>
            {t('common:action.undo')}
          </Button>
        )}
        {groups.length > 0 && !hasSelection && (
          <Button
            className={classes.save}
            size="lg"
            disabled={read.isRunning}
            loading={saving !== null}
            onClick={() => void screen.save(groups.map(({ id }) => id))}
          >
            {t('board.save', { count: groups.length })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** How many records were saved and how many stayed drafts. */
function SavedAllPanel({ result, isBoardEmpty }: { result: SaveAllResult; isBoardEmpty: boolean }) {
  const { t } = useTranslation(['photo-import', 'recording']);
  const isOnline = useIsOnline();
  const states = useSyncStates();
  const head = useRef<HTMLHeadingElement>(null);
  const { saved, failed } = result;
  useEffect(() => {
    head.current?.focus();
    window.scrollTo({ top: 0 });
  }, [result]);
  const isStored = states !== undefined && saved.every((id) => !states.has(id));
  return (
    <section className={classes.saved}>
      <div className={classes.savedHead}>
        <IconCircleCheck className={classes.savedIcon} size={40} stroke={1.6} aria-hidden />
        <div>
          <h2 className={classes.savedTitle} ref={head} tabIndex={-1}>
            {t('board.saved', { count: saved.length })}
          </h2>
          <p className={shared.hint} role="status">
            {saved.length > 0 && (isStored ? t('board.saved_synced') : t(isOnline ? 'board.saved_on_device' : 'board.saved_offline'))}{' '}
            {failed.length > 0 && t('board.kept_as_draft', { count: failed.length })}
          </p>
        </div>
        {saved.length > 0 && (
          <Button className={classes.savedLink} variant="default" component={Link} to={isStored ? '/' : '/outbox'}>
            {t(isStored ? 'recording:observe.go_home' : 'board.show_outbox')}
          </Button>
        )}
      </div>
      {isBoardEmpty && (
        <CardGrid>
          <SavedCards ids={saved} states={states} />
        </CardGrid>
      )}
    </section>
  );
}

/** Those that lack something come first, because there is something to do. */
function SavedCards({ ids, states }: { ids: readonly string[]; states: ReadonlyMap<string, SyncState> | undefined }) {
  const database = currentDatabase();
  const records = useLiveQuery(() => ownObservationsById(database, ids), [database, ids]) ?? [];
  const shown = records
    .toSorted((one, other) => Number(listMissing(other).length > 0) - Number(listMissing(one).length > 0))
    .slice(0, SHOWN);
  return shown.map((record) => <SavedCard key={record.id} record={record} state={states?.get(record.id) ?? 'stored'} />);
}

function SavedCard({ record, state }: { record: LocalObservation; state: SyncState }) {
  const { t } = useTranslation('photo-import');
  const missing = listMissing(record);
  return (
    <OwnRecordCard
      record={record}
      syncState={state}
      headingLevel={3}
      footer={
        missing.length > 0 && (
          <ul className={classes.lacks}>
            {missing.map((what) => (
              <li key={what}>{t(`board.lacks.${what}`)}</li>
            ))}
          </ul>
        )
      }
    />
  );
}
