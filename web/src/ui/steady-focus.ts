import { type RefObject, useEffect, useState } from 'react';

/**
 * Keeps the keyboard where it was when what had the focus goes away, as a button does that is done: what stood around it has the
 * focus then, and Tab goes on from there. Otherwise it would begin at the top of the page, and readers would fall silent.
 */
export function useSteadyFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = root.current;
    if (!box) return;
    let path: HTMLElement[] = [];
    const onFocus = ({ target }: FocusEvent) => (path = pathOf(target));
    const onBlur = () => {
      const left = path;
      // Whoever goes elsewhere leaves it in its place; whatever is taken away is gone a moment later.
      queueMicrotask(() => {
        if (left === path && left[0]?.isConnected) path = [];
      });
    };
    const watch = new MutationObserver(() => {
      if (path.length === 0 || path[0]?.isConnected || !isNowhere()) return;
      const gone = path;
      path = [];
      focusNearest(gone);
    });
    watch.observe(box, { childList: true, subtree: true });
    box.addEventListener('focusin', onFocus);
    box.addEventListener('focusout', onBlur);
    return () => {
      watch.disconnect();
      box.removeEventListener('focusin', onFocus);
      box.removeEventListener('focusout', onBlur);
    };
  }, [root]);
}

/** For what opens over a screen: once it closes, the focus is back where it was, or next to it where that is gone. */
export function useFocusBack(): void {
  const [path] = useState(() => pathOf(document.activeElement));
  useEffect(
    () => () => {
      if (isNowhere()) focusNearest(path);
    },
    [path],
  );
}

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

function focusNearest(path: readonly HTMLElement[]): void {
  for (const near of path.filter((one) => one.isConnected)) {
    if (near !== path[0] && !near.hasAttribute('tabindex')) near.tabIndex = -1;
    near.focus({ preventScroll: true });
    // What has no box of its own, or is off now, takes no focus.
    if (document.activeElement === near) return;
  }
}

/** An element and all around it, without the page itself. */
function pathOf(target: EventTarget | null): HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let one = target; one instanceof HTMLElement && one !== document.body; one = one.parentElement) path.push(one);
  return path;
}
