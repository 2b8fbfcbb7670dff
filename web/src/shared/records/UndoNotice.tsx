import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { NoticeArea } from '../../ui/notices/NoticeArea';

export interface Undoable {
  /** Changes with every action, to restart the timer. */
  id: string;
  text: string;
  undo: () => void;
}

interface Props {
  act: Undoable | null;
  onDismiss: () => void;
}

const SHOWN_MS = 10_000;

/** Offers to undo the last action for ten seconds. */
export function UndoNotice({ act, onDismiss }: Props) {
  const { t } = useTranslation('common');
  useEffect(() => {
    if (!act) return;
    const timer = setTimeout(onDismiss, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [act, onDismiss]);
  const undo = () => {
    act?.undo();
    onDismiss();
  };
  return (
    <NoticeArea
      notices={act ? [{ id: act.id, type: 'positive', text: act.text, action: { label: t('action.undo'), onClick: undo } }] : []}
      onDismiss={onDismiss}
      dismissLabel={t('action.close')}
      unfoldLabel={t('action.whole_message')}
    />
  );
}
