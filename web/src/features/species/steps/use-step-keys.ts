import { useEffect, useRef } from 'react';

interface Steps {
  onBefore: () => void;
  onAfter: () => void;
}

/** What has uses of its own for the arrow keys, when it has the focus. */
const TAKEN = `input, textarea, select, canvas, [contenteditable], ${[
  'slider',
  'listbox',
  'menu',
  'tablist',
  'radiogroup',
  'grid',
  'application',
]
  .map((role) => `[role="${role}"]`)
  .join()}`;

/** Calls back for the left and right arrow keys, where nothing else uses them. */
export function useStepKeys(steps: Steps): void {
  const latest = useRef(steps);
  useEffect(() => {
    latest.current = steps;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      // With Alt it is the browser's own Back; a key that is held down would leave nothing to see.
      if (event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (document.querySelector('[role="dialog"]') || isTaken(event.target)) return;
      if (event.key === 'ArrowLeft') latest.current.onBefore();
      else latest.current.onAfter();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(TAKEN)) return true;
  // What scrolls sideways, such as a strip of photos.
  for (let at: Element | null = target; at && at !== document.body; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
  return false;
}
