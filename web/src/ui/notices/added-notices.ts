import { createStore } from 'zustand/vanilla';
import type { NoticeItem } from './Notice';

/** A notice that another part of the app adds to those of the whole app. */
export interface AddedNotice extends NoticeItem {
  onDismiss: () => void;
}

/** The added notices, in the order in which they are shown. */
export const addedNotices = createStore<{ notices: readonly AddedNotice[] }>(() => ({ notices: [] }));

/** Adds a notice, or replaces the one with its id. Returns what removes it again. */
export function addNotice(notice: AddedNotice): () => void {
  const others = () => addedNotices.getState().notices.filter(({ id }) => id !== notice.id);
  addedNotices.setState({ notices: [...others(), notice] });
  return () => addedNotices.setState({ notices: others() });
}
