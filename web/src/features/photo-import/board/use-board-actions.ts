import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormPatch } from '../../recording/data';
import { mergePhotos, leaveOut, movePhoto, putBack, patchGroups, splitOff } from './board-actions';
import type { Change } from './board-write';
import type { OpenDialog } from '../dialogs/open-dialog';
import type { BoardScreen } from '../data';
import type { Selection } from './use-selection';

/** The actions of the board. Each announces its result to screen readers and moves the focus to the element of `bar`. */
export function useBoardActions(screen: BoardScreen, selection: Selection, openDialog: (dialog: OpenDialog | null) => void) {
  const { t } = useTranslation('photo-import');
  const { database, sharing, gap } = screen;
  const { selected, touched } = selection;
  const bar = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState('');

  const act = async (work: () => Promise<Change | null>, message: string, keepsSelection = false, next: OpenDialog | null = null) => {
    openDialog(next);
    if (!(await screen.act(work))) return;
    setAnnouncement(message);
    if (keepsSelection) return;
    selection.clear();
    bar.current?.focus({ preventScroll: true });
  };
  const chosen = () => [...selected];
  const touchedIds = () => touched.map(({ id }) => id);
  const moveTo = (groupId: string, photoIds = chosen()) => void act(() => mergePhotos(database, photoIds, groupId), t('board.did.moved'));
  const leaveOutPhotos = (photoIds: string[]) => void act(() => leaveOut(database, photoIds, sharing), t('board.did.left_out'));
  const shift = (by: -1 | 1) => {
    const [only] = selected;
    if (only !== undefined) void act(() => movePhoto(database, only, by), t('board.did.moved'), true);
  };

  return {
    bar,
    announcement,
    canUndo: screen.canUndo,
    undo: async () => {
      if (await screen.undo()) setAnnouncement(t('board.did.undone'));
    },
    moveTo,
    leaveOutPhotos,
    putBackPhotos: (photoIds: string[]) => void act(() => putBack(database, photoIds, gap, sharing), t('board.did.put_back')),
    /** `next`: the dialog that follows this one. */
    patchGroups: (groupIds: readonly string[], patch: FormPatch, next: OpenDialog | null = null) =>
      void act(() => patchGroups(database, groupIds, patch), t('board.did.changed'), true, next),
    splitPhotos: (photoIds: string[]) => void act(() => splitOff(database, photoIds), t('board.did.split')),
    tools: {
      merge: () => void act(() => mergePhotos(database, chosen()), t('board.did.merged')),
      split: () => void act(() => splitOff(database, chosen()), t('board.did.split')),
      move: () => openDialog({ kind: 'move', ids: touchedIds() }),
      leaveOut: () => leaveOutPhotos(chosen()),
      species: () => openDialog({ kind: 'species', ids: touchedIds() }),
      date: () => openDialog({ kind: 'date', ids: touchedIds() }),
      place: () => openDialog({ kind: 'place', ids: touchedIds() }),
      count: () => openDialog({ kind: 'count', ids: touchedIds() }),
      sharing: () => openDialog({ kind: 'sharing', ids: touchedIds() }),
      earlier: () => shift(-1),
      later: () => shift(1),
      clear: selection.clear,
    },
  };
}

export type BoardActions = Omit<ReturnType<typeof useBoardActions>, 'bar'>;
