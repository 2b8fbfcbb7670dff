import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Brings the chosen one of a strip of choices, which may scroll sideways, into view when `chosen` changes. */
export function useChosenInView(chosen: string): RefObject<HTMLDivElement | null> {
  const strip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = strip.current?.getBoundingClientRect();
    const choice = strip.current?.querySelector('input:checked + label')?.getBoundingClientRect();
    if (!strip.current || !box || !choice) return;
    if (choice.left < box.left || choice.right > box.right)
      strip.current.scrollLeft += choice.left + choice.width / 2 - (box.left + box.width / 2);
  }, [chosen]);
  return strip;
}
