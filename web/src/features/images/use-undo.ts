import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormErrorText } from '../../shared/session/form';

export type Undo = () => Promise<void> | void;

/** What can be taken back in this visit, the last first. `text` says what happened, for people who cannot see it. */
export function useUndo() {
  const { t } = useTranslation('images');
  const errorOf = useFormErrorText();
  const stack = useRef<Undo[]>([]);
  const [text, setText] = useState('');
  const push = useCallback((undo: Undo, what: string) => {
    stack.current.push(undo);
    setText(what);
  }, []);
  const undo = useCallback(() => {
    const last = stack.current.pop();
    if (!last) {
      setText(t('nothing_to_undo'));
      return;
    }
    Promise.resolve(last()).then(
      () => setText(t('undone')),
      (error: unknown) => {
        stack.current.push(last);
        setText(errorOf(error));
      },
    );
  }, [t, errorOf]);
  return { push, undo, text };
}
export type UndoStack = ReturnType<typeof useUndo>;
