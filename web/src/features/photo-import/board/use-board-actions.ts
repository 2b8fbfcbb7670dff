import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormPatch } from '../../recording/form-values';
import { bringTogether, leaveOut, movePhoto, putBack, sayOfAll, splitOff } from './board-actions';
import type { Change } from './board-write';
import type { Asked } from '../dialogs/open-dialog';
import type { BoardScreen } from './use-board';
import type { Selection } from './use-selection';

/** The actions of the board. Each is announced to screen readers, and the focus moves to the bar, whose ref is `bar`. */
export function useBoardActions(screen: BoardScreen, selection: Selection, ask: (asked: Asked | null) => void) {
  const { t } = useTranslation('photo-import');
  const { database, sharing, gap } = screen;
  const { selected, touched } = selection;
  const bar = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');

  const act = async (work: () => Promise<Change | null>, words: string, keepsSelection = false) => {
    ask(null);
    if (!(await screen.act(work))) return;
    setSaid(words);
    if (keepsSelection) return;
    selection.clear();
    bar.current?.focus({ preventScroll: true });
  };
  const chosen = () => [...selected];
  const touchedIds = () => touched.map(({ id }) => id);
  const moveTo = (groupId: string, photoIds = chosen()) => void act(() => bringTogether(database, photoIds, groupId), t('board.did.moved'));
  const leaveOutPhotos = (photoIds: string[]) => void act(() => leaveOut(database, photoIds, sharing), t('board.did.left_out'));
  const shift = (by: -1 | 1) => {
    const [only] = selected;
    if (only !== undefined) void act(() => movePhoto(database, only, by), t('board.did.moved'), true);
  };

  return {
    bar,
    said,
    canUndo: screen.canUndo,
    undo: async () => {
      if (await screen.undo()) setSaid(t('board.did.undone'));
    },
    moveTo,
    leaveOutPhotos,
    putBackPhotos: (photoIds: string[]) => void act(() => putBack(database, photoIds, gap, sharing), t('board.did.put_back')),
    sayOf: (groupIds: readonly string[], patch: FormPatch) =>
      void act(() => sayOfAll(database, groupIds, patch), t('board.did.changed'), true),
    tools: {
      join: () => void act(() => bringTogether(database, chosen()), t('board.did.merged')),
      split: () => void act(() => splitOff(database, chosen()), t('board.did.split')),
      move: () => ask({ kind: 'move', ids: touchedIds() }),
      leaveOut: () => leaveOutPhotos(chosen()),
      species: () => ask({ kind: 'species', ids: touchedIds() }),
      place: () => ask({ kind: 'place', ids: touchedIds() }),
      sharing: () => ask({ kind: 'sharing', ids: touchedIds() }),
      earlier: () => shift(-1),
      later: () => shift(1),
      clear: selection.clear,
    },
  };
}

export type BoardActions = Omit<ReturnType<typeof useBoardActions>, 'bar'>;
