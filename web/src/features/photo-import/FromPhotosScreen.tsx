import { useMemo, useState } from 'react';
import { EmptyState } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import { steadyFocus } from '../../ui/steady-focus';
import { useRecordTranslation } from '../../shared/records/use-record-translation';
import { useDroppedFiles } from '../recording/photos/EvidenceField';
import type { Group } from './board/board';
import { deleteLeftOut } from './board/board-actions';
import { type BoardScreen, useBoard } from './data';
import { useBoardActions } from './board/use-board-actions';
import { useBoardKeys } from './board/use-board-keys';
import { useSelection } from './board/use-selection';
import { BoardDialogs } from './BoardDialogs';
import type { OpenDialog } from './dialogs/open-dialog';
import classes from './FromPhotosScreen.module.css';
import { GapControl } from './GapControl';
import { GroupList } from './GroupList';
import { LeftOut } from './LeftOut';
import { PickButton } from './PickButton';
import { problemText } from './problem-labels';
import { ReadingPanel } from './ReadingPanel';
import { SavedAllPanel } from './SavedAllPanel';
import { SaveBar } from './SaveBar';
import { SharedQuestion } from './SharedQuestion';

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
