import { Button, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconArrowBackUp, IconCircleCheck, IconPhotoPlus } from '@tabler/icons-react';
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pickPhotos } from '../../device/pick-photos';
import type { UserDatabase } from '../../local/db/database';
import { useDistance } from '../../shared/geo/position/words';
import { useOwnObservation, useSyncStates } from '../../shared/records/own';
import { OwnRecordCard } from '../../shared/records/RecordCards';
import { useRecordTranslation } from '../../shared/records/record-labels';
import { useIsOnline } from '../../shared/session/session';
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
import { type BoardActions, useBoardActions } from './board/use-board-actions';
import { useBoardKeys } from './board/use-board-keys';
import { type Selection, useSelection } from './board/use-selection';
import { type BoardScreen, useBoard } from './data';
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
  const selection = useSelection(groups);
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
          <GroupList {...{ screen, groups, selection, actions, problems, isOver }} openDialog={setDialog} />
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
      <SaveBar {...{ bar, screen, groups, selection, actions }} />
      {dialog && <BoardDialogs {...{ dialog, board, database, selection, actions }} onClose={() => setDialog(null)} />}
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
}

function BoardDialogs({ dialog, board, database, selection, actions, onClose }: Props) {
  const { t } = useTranslation('photo-import');
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
  const number = board.groups.indexOf(only) + 1;
  const title =
    groups.length === 1 ? t(`board.${dialog.kind}_one_title`, { number }) : t(`board.${dialog.kind}_title`, { count: groups.length });
  const common = { groups, title, onClose, onChoose: (patch: FormPatch) => actions.patchGroups(dialog.ids, patch) };
  if (dialog.kind === 'species') return <SpeciesDialog {...common} />;
  if (dialog.kind === 'sharing') return <SharingDialog {...common} />;
  return <PlaceDialog {...common} board={board} />;
}

interface GapControlProps {
  gap: Gap;
  isDisabled: boolean;
  onChange: (gap: Gap) => void;
}

/** Chooses the time between two photos that starts a new record. */
function GapControl({ gap, isDisabled, onChange }: GapControlProps) {
  const { t } = useTranslation('photo-import');
  const length = useDistance();
  const labelId = useId();
  return (
    <div className={classes.gap}>
      <span id={labelId} className={classes.label}>
        {t('board.gap')}
      </span>
      <SegmentedControl
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
    </div>
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
}

/** The bar at the bottom edge: tools for the selected photos, undo and save. */
function SaveBar({ bar, screen, groups, selection, actions }: SaveBarProps) {
  const { t } = useTranslation(['photo-import', 'common']);
  const { read, saving } = screen;
  const { canUndo, undo } = actions;
  const barRef = useMergedRef(bar, stickyBarRoom);
  const hasSelection = selection.selected.size > 0;
  return (
    <div className={classes.bar} ref={barRef} tabIndex={-1} data-save-bar data-empty={(groups.length === 0 && !canUndo) || undefined}>
      <VisuallyHidden role="status">{actions.announcement}</VisuallyHidden>
      {hasSelection && (
        <SelectionBar selected={selection.selected} touched={selection.touched} hasOthers={groups.length > 1} actions={actions.tools} />
      )}
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
          {saved.slice(0, SHOWN).map((id) => (
            <SavedCard key={id} id={id} state={states?.get(id) ?? 'stored'} />
          ))}
        </CardGrid>
      )}
    </section>
  );
}

function SavedCard({ id, state }: { id: string; state: Parameters<typeof OwnRecordCard>[0]['syncState'] }) {
  const record = useOwnObservation(id);
  return record ? <OwnRecordCard record={record} syncState={state} headingLevel={3} /> : null;
}
