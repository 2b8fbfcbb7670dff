import { useDragOperation, useDroppable } from '@dnd-kit/react';
import { useElementSize } from '@mantine/hooks';
import { IconArrowsSplit, IconCopy } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DragArea } from '../../ui/DragArea';
import { VirtualRows } from '../../ui/virtual/VirtualRows';
import type { Group } from './board/board';
import type { BoardActions } from './board/use-board-actions';
import type { Selection } from './board/use-selection';
import shared from './board.module.css';
import type { BoardScreen } from './data';
import type { OpenDialog } from './dialogs/open-dialog';
import { DraggedPhotos } from './DraggablePhoto';
import { GroupCard } from './GroupCard';
import classes from './GroupList.module.css';

/** Where dragged photos become a record of their own. */
const NEW_RECORD = 'new-record';
/** Widths of a card in rem: two fit beside each other on a phone. */
const NARROW = 8.25;
const WIDE = 12;
const GAP = 0.5;
/** Above it, cards are wide; in rem. */
const PHONE = 37.5;
const ROW_PX = 260;

interface Props {
  screen: BoardScreen;
  /** All records, by whose order they are numbered. */
  groups: readonly Group[];
  /** Those that the filter leaves. */
  shown: readonly Group[];
  selection: Selection;
  actions: BoardActions;
  /** Why a record could not be saved, by its id. */
  problems: ReadonlyMap<string, string>;
  /** Files are being dragged over the screen. */
  isOver: boolean;
  openDialog: (dialog: OpenDialog) => void;
}

const idOf = ({ id }: Group) => id;

/** The proposed records as a gallery; photos can be dragged from one to another, or to a new one. */
export function GroupList({ screen, groups, shown, selection, actions, problems, isOver, openDialog }: Props) {
  const { t } = useTranslation('common');
  const { database, duplicates } = screen;
  const { selected, toggle, toggleAll } = selection;
  // The cards follow in pieces, so that the bar shows at once how many are selected.
  const ticked = useDeferredValue(selected);
  const { ref, columns } = useColumns();
  const { numberOf, leaveOut } = useSteady(groups, actions);
  /** The selected photos are dragged together, a photo outside the selection alone. */
  const draggedWith = (id: string) => (selected.has(id) ? [...selected] : [id]);
  const renderDragged = (id: string) => {
    const photo = groups.flatMap(({ photos }) => photos).find((one) => one.id === id);
    return photo && <DraggedPhotos database={database} photo={photo} count={draggedWith(id).length} />;
  };
  const onDrop = (id: string, onto: string) => {
    if (onto === NEW_RECORD) actions.splitPhotos(draggedWith(id));
    else actions.moveTo(onto, draggedWith(id));
  };
  return (
    <>
      {duplicates.size > 1 && <DuplicateNotice photoIds={[...duplicates.keys()]} onLeaveOut={actions.leaveOutPhotos} />}
      <DragArea renderDragged={renderDragged} onDrop={onDrop}>
        <div ref={ref} className={classes.cards} data-over={isOver || undefined}>
          <VirtualRows
            items={shown}
            keyOf={idOf}
            columns={columns}
            rowHeight={ROW_PX}
            label={t('count.records', { count: shown.length })}
            render={(group) => (
              <GroupCard
                database={database}
                group={group}
                number={groups.indexOf(group) + 1}
                chosen={group.photos.flatMap(({ id }) => (ticked.has(id) ? [id] : [])).join(' ')}
                duplicates={duplicates}
                numberOf={numberOf}
                problem={problems.get(group.id) ?? null}
                onToggle={toggle}
                onToggleAll={toggleAll}
                onOpen={openDialog}
                onLeaveOut={leaveOut}
              />
            )}
          />
        </div>
        <NewRecordZone groups={groups} />
      </DragArea>
    </>
  );
}

/** As many cards side by side as fit at the size of the text. */
function useColumns() {
  const { ref, width } = useElementSize();
  const rem = width / Number.parseFloat(getComputedStyle(document.documentElement).fontSize || '16');
  const least = rem < PHONE ? NARROW : WIDE;
  return { ref, columns: width === 0 ? 2 : Math.max(1, Math.floor((rem + GAP) / (least + GAP))) };
}

/** Functions that stay the same, so that a card is rendered only when its own record changes. */
function useSteady(groups: readonly Group[], actions: BoardActions) {
  const latest = useRef({ groups, actions });
  useEffect(() => {
    latest.current = { groups, actions };
  });
  const numberOf = useCallback((id: string) => latest.current.groups.findIndex((group) => group.id === id) + 1, []);
  const leaveOut = useCallback((photoIds: string[]) => latest.current.actions.leaveOutPhotos(photoIds), []);
  return { numberOf, leaveOut };
}

/** While a photo of several is dragged, the place to drop it for a record of its own. */
function NewRecordZone({ groups }: { groups: readonly Group[] }) {
  const { source } = useDragOperation();
  const group = source && groups.find(({ photos }) => photos.some(({ id }) => id === source.id));
  return group && group.photos.length > 1 ? <OpenZone /> : null;
}

function OpenZone() {
  const { t } = useTranslation('photo-import');
  const { ref, isDropTarget } = useDroppable({ id: NEW_RECORD });
  return (
    <div ref={ref} className={classes.zone} data-over={isDropTarget || undefined} aria-hidden>
      <IconArrowsSplit size={22} />
      {t('board.split')}
    </div>
  );
}

function DuplicateNotice({ photoIds, onLeaveOut }: { photoIds: string[]; onLeaveOut: (photoIds: string[]) => void }) {
  const { t } = useTranslation('photo-import');
  return (
    <p className={`${shared.duplicate} ${classes.duplicates}`}>
      <IconCopy size={20} aria-hidden />
      <span>{t('board.duplicates', { count: photoIds.length })}</span>
      <button type="button" className={shared.quiet} onClick={() => onLeaveOut(photoIds)}>
        {t('board.leave_all_out')}
      </button>
    </p>
  );
}
