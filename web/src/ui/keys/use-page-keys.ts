import { getHotkeyHandler, type HotkeyItem } from '@mantine/hooks';
import { useEffectEvent, useLayoutEffect } from 'react';
import { isTyping } from './is-typing';

/**
 * Keys of the page, wherever nothing is typed. As Mantine's `useHotkeys`, which listens a moment after a component is drawn and until a
 * moment after it is gone: where one thing follows another, such as the records of a queue, a key pressed in between would be lost, or
 * decide about the one before.
 */
export function usePageKeys(keys: HotkeyItem[]): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!isTyping(event)) getHotkeyHandler(keys)(event);
  });
  useLayoutEffect(() => {
    const page = document.documentElement;
    const onKey = (event: KeyboardEvent) => handle(event);
    page.addEventListener('keydown', onKey);
    return () => page.removeEventListener('keydown', onKey);
  }, []);
}
