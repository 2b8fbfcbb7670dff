import { useEffect } from 'react';
import type { BoardActions } from './use-board-actions';
import type { Selection } from './use-selection';

/** Keys of the board: Escape clears the selection, Ctrl+Z or Command+Z undoes a step. Neither works in a field or a dialog. */
export function useBoardKeys({ clear }: Selection, { canUndo, undo }: BoardActions, isDialogOpen: boolean) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [role=dialog]') !== null;
      if (isTyping || isDialogOpen) return;
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
