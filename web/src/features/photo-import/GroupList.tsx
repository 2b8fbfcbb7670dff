import { IconCopy } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { DragArea } from '../../ui/DragArea';
import type { Group } from './board/board';
import type { BoardActions } from './board/use-board-actions';
import type { BoardScreen } from './data';
import type { Selection } from './board/use-selection';
import shared from './board.module.css';
import type { OpenDialog } from './dialogs/open-dialog';
import { DraggedPhotos } from './DraggablePhoto';
import { GroupCard } from './GroupCard';
import classes from './GroupList.module.css';

interface Props {
  screen: BoardScreen;
  groups: readonly Group[];
  selection: Selection;
  actions: BoardActions;
  /** Why a record could not be saved, by its id. */
  problems: ReadonlyMap<string, string>;
  /** Files are being dragged over the screen. */
  isOver: boolean;
  openDialog: (dialog: OpenDialog) => void;
}

/** The proposed records as cards; photos can be dragged from one to another. */
export function GroupList({ screen, groups, selection, actions, problems, isOver, openDialog }: Props) {
  const { database, duplicates } = screen;
  const { selected } = selection;
  /** The selected photos are dragged together, a photo outside the selection alone. */
  const draggedWith = (id: string) => (selected.has(id) ? [...selected] : [id]);
  const renderDragged = (id: string) => {
    const photo = groups.flatMap(({ photos }) => photos).find((one) => one.id === id);
    return photo && <DraggedPhotos database={database} photo={photo} count={draggedWith(id).length} />;
  };
  const numberOf = useCallback((id: string) => groups.findIndex((group) => group.id === id) + 1, [groups]);
  return (
    <>
      {duplicates.size > 1 && <DuplicateNotice photoIds={[...duplicates.keys()]} onLeaveOut={actions.leaveOutPhotos} />}
      <DragArea renderDragged={renderDragged} onDrop={(id, groupId) => actions.moveTo(groupId, draggedWith(id))}>
        <ul className={classes.cards} data-over={isOver || undefined}>
          {groups.map((group, index) => (
            <GroupCard
              key={group.id}
              database={database}
              group={group}
              number={index + 1}
              selected={selected}
              duplicates={duplicates}
              numberOf={numberOf}
              problem={problems.get(group.id) ?? null}
              onToggle={selection.toggle}
              onToggleAll={selection.toggleAll}
              onSpecies={(one) => openDialog({ kind: 'species', ids: [one.id] })}
              onPlace={(one) => openDialog({ kind: 'place', ids: [one.id] })}
              onWhen={(one, patch) => actions.patchGroups([one.id], patch)}
              onLeaveOut={actions.leaveOutPhotos}
            />
          ))}
        </ul>
      </DragArea>
    </>
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
