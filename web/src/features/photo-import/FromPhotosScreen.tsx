import { Button, SegmentedControl } from '@mantine/core';
import { IconArrowBackUp, IconCopy, IconPhotoPlus } from '@tabler/icons-react';
import { type DragEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { pickPhotos } from '../../device/pick-photos';
import { EmptyState } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import { steadyFocus } from '../../ui/steady-focus';
import type { Asked } from './dialogs/open-dialog';
import { throwAwayLeftOut } from './board/board-actions';
import shared from './board.module.css';
import classes from './FromPhotosScreen.module.css';
import { BoardDialogs } from './BoardDialogs';
import { DRAGGED, GroupCard } from './GroupCard';
import { GAPS } from './board/group-photos';
import { LeftOut } from './LeftOut';
import { problemWords } from './problem-labels';
import { ReadingPanel } from './ReadingPanel';
import { SavedAllPanel } from './SavedAllPanel';
import { SelectionBar } from './SelectionBar';
import { useBoard } from './board/use-board';
import { useBoardActions } from './board/use-board-actions';
import { useSelection } from './board/use-selection';
import { useFilesGiven } from '../recording/photos/EvidenceField';
import { useRecordTranslation } from '../observations/RecordCards';

/** Many photos at once become records: proposed by time and place, shaped by the person, on the disk from the start. */
export default function FromPhotosScreen() {
  const t = useRecordTranslation('photo-import', 'recording');
  const gapId = useId();
  const screen = useBoard();
  const { database, board, gap, read, saved, saving, same } = screen;
  const groups = useMemo(() => board?.groups ?? [], [board]);
  const selection = useSelection(groups);
  const [asked, setAsked] = useState<Asked | null>(null);
  const actions = useBoardActions(screen, selection, setAsked);
  const dragged = useRef<string[]>([]);
  const isOver = useFilesGiven((files) => void screen.add(files));
  const pick = async () => screen.add(await pickPhotos('files'));
  const { undo, canUndo } = actions;

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [role=dialog]') !== null;
      if (isTyping || asked) return;
      if (event.key === 'Escape') selection.clear();
      else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && canUndo) {
        event.preventDefault();
        void undo();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [asked, canUndo, undo, selection]);

  const numberOf = useCallback((id: string) => groups.findIndex((group) => group.id === id) + 1, [groups]);
  const onDragPhoto = (photoId: string, event: DragEvent) => {
    dragged.current = selection.selected.has(photoId) ? [...selection.selected] : [photoId];
    event.dataTransfer.setData(DRAGGED, String(dragged.current.length));
    event.dataTransfer.effectAllowed = 'move';
  };

  if (!board) return null;
  const photos = groups.reduce((sum, group) => sum + group.photos.length, 0);
  const isEmpty = groups.length === 0 && !read.isRunning;
  const kept = new Map(saved?.kept.map(({ id, reason }) => [id, problemWords(reason, t)]));
  const pickButton = (
    <Button
      size={isEmpty ? 'lg' : 'md'}
      variant={isEmpty ? 'filled' : 'default'}
      leftSection={<IconPhotoPlus size={22} aria-hidden />}
      onClick={() => void pick()}
    >
      {isEmpty ? t('photo-import:board.pick') : t('recording:evidence.files')}
    </Button>
  );
  return (
    <div ref={steadyFocus} className={classes.screen} data-over={isOver || undefined}>
      <PageHeader
        title={t('recording:photo_board.title')}
        lead={
          groups.length > 0
            ? `${t('observations:record.photos', { count: photos })} · ${t('common:count.records', { count: groups.length })}`
            : undefined
        }
        back={{ to: '/observe', label: t('photo-import:board.to_form') }}
        actions={isEmpty ? undefined : pickButton}
      />
      <ReadingPanel read={read} cutOff={screen.cutOff} onForgetCutOff={screen.forgetCutOff} shared={screen.shared} />
      {saved && <SavedAllPanel result={saved} isBoardEmpty={groups.length === 0} />}
      {isEmpty && !saved && <EmptyState sentence={t('photo-import:board.empty')} action={pickButton} />}
      {isEmpty && saved && <div className={classes.again}>{pickButton}</div>}
      {groups.length > 0 && (
        <>
          <div className={shared.gap}>
            <span id={gapId} className={classes.gapLabel}>
              {t('photo-import:board.gap')}
            </span>
            <SegmentedControl
              aria-labelledby={gapId}
              value={String(gap)}
              disabled={read.isRunning || saving !== null}
              onChange={(value) => {
                const next = GAPS.find((one) => String(one) === value);
                if (next !== undefined) void screen.setGap(next);
              }}
              data={GAPS.map((one) => ({ value: String(one), label: t(`photo-import:board.gaps.${one}`) }))}
            />
            <p className={shared.hint}>{t('photo-import:board.gap_hint')}</p>
          </div>
          {same.size > 1 && (
            <p className={`${shared.same} ${classes.sameAll}`}>
              <IconCopy size={20} aria-hidden />
              <span>{t('photo-import:board.same_many', { count: same.size })}</span>
              <button type="button" className={shared.quiet} onClick={() => actions.leaveOutPhotos([...same.keys()])}>
                {t('photo-import:board.leave_all_out')}
              </button>
            </p>
          )}
          <ul className={classes.cards}>
            {groups.map((group, index) => (
              <GroupCard
                key={group.id}
                database={database}
                group={group}
                number={index + 1}
                selected={selection.selected}
                same={same}
                numberOf={numberOf}
                problem={kept.get(group.id) ?? null}
                onToggle={selection.toggle}
                onToggleAll={selection.toggleAll}
                onSpecies={(one) => setAsked({ kind: 'species', ids: [one.id] })}
                onPlace={(one) => setAsked({ kind: 'place', ids: [one.id] })}
                onLeaveOut={actions.leaveOutPhotos}
                onDragPhoto={onDragPhoto}
                onDropHere={(one) => actions.moveTo(one.id, dragged.current)}
              />
            ))}
          </ul>
        </>
      )}
      {board.leftOut && (
        <LeftOut
          database={database}
          leftOut={board.leftOut}
          onPutBack={actions.putBackPhotos}
          onThrowAway={async () => {
            await throwAwayLeftOut(database);
            screen.forgetSteps();
          }}
        />
      )}
      <div className={classes.bar} ref={actions.bar} tabIndex={-1} data-empty={(groups.length === 0 && !canUndo) || undefined}>
        <span className="for-readers" role="status">
          {actions.said}
        </span>
        {selection.selected.size > 0 && (
          <SelectionBar selected={selection.selected} touched={selection.touched} hasOthers={groups.length > 1} actions={actions.tools} />
        )}
        <div className={classes.barLine}>
          {saving && (
            <span className={shared.hint} role="status">
              {t('photo-import:board.saving', { number: Math.min(saving.done + 1, saving.total), total: saving.total })}
            </span>
          )}
          {canUndo && !saving && (
            <Button variant="subtle" leftSection={<IconArrowBackUp size={20} aria-hidden />} onClick={() => void undo()}>
              {t('common:action.undo')}
            </Button>
          )}
          {groups.length > 0 && selection.selected.size === 0 && (
            <Button
              className={classes.save}
              size="lg"
              disabled={read.isRunning}
              loading={saving !== null}
              onClick={() => void screen.save(groups.map(({ id }) => id))}
            >
              {t('photo-import:board.save', { count: groups.length })}
            </Button>
          )}
        </div>
      </div>
      {asked && (
        <BoardDialogs
          asked={asked}
          board={board}
          database={database}
          selection={selection}
          actions={actions}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
