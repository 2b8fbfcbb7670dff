import { useTranslation } from 'react-i18next';
import type { UserDatabase } from '../../local/db/database';
import type { FormPatch } from '../recording/data';
import type { OpenDialog } from './dialogs/open-dialog';
import type { Board } from './board/board';
import { MoveDialog } from './dialogs/MoveDialog';
import { PlaceDialog } from './dialogs/PlaceDialog';
import { SharingDialog } from './dialogs/SharingDialog';
import { SpeciesDialog } from './dialogs/SpeciesDialog';
import type { BoardActions } from './board/use-board-actions';
import type { Selection } from './board/use-selection';

interface Props {
  dialog: OpenDialog;
  board: Board;
  database: UserDatabase;
  selection: Selection;
  actions: BoardActions;
  onClose: () => void;
}

export function BoardDialogs({ dialog, board, database, selection, actions, onClose }: Props) {
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
