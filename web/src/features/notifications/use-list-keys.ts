import { useHotkeys } from '@mantine/hooks';
import type { RefObject } from 'react';
import type { EntryActions, Notification } from './data';

/** Rows carry the id of their entry here, and their link or button takes the focus. */
export const ENTRY = 'data-entry';

/** Keys that work wherever nothing is being typed: J and K move among the rows, R and M act on the one with the focus. */
export function useListKeys(list: RefObject<HTMLUListElement | null>, entries: readonly Notification[], actions: EntryActions): void {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(`[${ENTRY}]`) ?? [])];
  const focused = () => rows().findIndex((row) => row.contains(document.activeElement));
  const move = (step: 1 | -1) => {
    const all = rows();
    const at = focused();
    const next = all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))];
    next?.querySelector<HTMLElement>('a, button')?.focus();
  };
  const act = (work: (entry: Notification) => void) => () => {
    const id = rows()[focused()]?.getAttribute(ENTRY);
    const entry = entries.find((one) => one.id === id);
    if (entry && !document.querySelector('[role="dialog"]')) work(entry);
  };
  const mute = ({ record, is_muted }: Notification) => {
    if (record) actions.setMuted(record.id, !is_muted);
  };
  useHotkeys([
    ['J', () => move(1)],
    ['K', () => move(-1)],
    ['R', act(actions.read)],
    ['M', act(mute)],
  ]);
}
