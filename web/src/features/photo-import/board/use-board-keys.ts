import { useEffect } from 'react';
import { isTyping } from '../../../ui/keys/is-typing';
import type { BoardActions } from './use-board-actions';
import type { Selection } from './use-selection';

/** Keys of the board: Escape clears the selection, Ctrl+Z or Command+Z undoes a step. Neither works in a field or a dialog. */
export function useBoardKeys({ clear }: Selection, { canUndo, undo }: BoardActions, isDialogOpen: boolean) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isInDialog = event.target instanceof Element && event.target.closest('[role=dialog]') !== null;
      if (isTyping(event) || isInDialog || isDialogOpen) return;
      if (event.key === 'Escape') clear();
      else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && canUndo) {
        event.preventDefault();
        void undo();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isDialogOpen, canUndo, undo, clear]);
}
