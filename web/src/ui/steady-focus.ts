import { useEffect, useState } from 'react';

/**
 * The `ref` of a box that keeps the keyboard where it was when what had the focus goes away, as a button does that is done, or a
 * line that was thrown away: what stood next to it or around it has the focus then, and Tab goes on from there. Otherwise it would
 * begin at the top of the page, and readers would fall silent.
 */
export function steadyFocus(box: HTMLElement | null): (() => void) | undefined {
  if (!box) return undefined;
  let path: HTMLElement[] = [];
  /** What has the focus was off for a while, which takes the keyboard away from it. */
  let wasOff = false;
  const onFocus = ({ target }: FocusEvent) => {
    path = pathOf(target);
    wasOff = false;
  };
  const onBlur = () => {
    const left = path;
    // Whoever goes elsewhere leaves it in its place; whatever is taken away is gone a moment later, and a button at work is off.
    queueMicrotask(() => {
      if (left === path && left[0]?.isConnected && !left[0].matches(':disabled')) path = [];
    });
  };
  const watch = new MutationObserver(() => {
    const [first] = path;
    if (!first) return;
    if (first.matches(':disabled')) wasOff = true;
    if ((first.isConnected && (!wasOff || first.matches(':disabled'))) || !isNowhere()) return;
    const before = path;
    path = [];
    focusNearest(before);
  });
  watch.observe(box, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  box.addEventListener('focusin', onFocus);
  box.addEventListener('focusout', onBlur);
  return () => {
    watch.disconnect();
    box.removeEventListener('focusin', onFocus);
    box.removeEventListener('focusout', onBlur);
  };
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
  const [first] = path;
  for (const one of path.filter(({ isConnected }) => isConnected)) {
    const near = one === first ? one : headingOf(one);
    if (near !== first && !near.hasAttribute('tabindex')) near.tabIndex = -1;
    near.focus({ preventScroll: true });
    // What has no box of its own, or is off now, takes no focus.
    if (document.activeElement === near) return;
  }
}

/** Of a box that says nothing by itself its heading, so that a reader tells the place and not all that is in it. */
function headingOf(box: HTMLElement): HTMLElement {
  return box.matches(':is(div, article):not([role], [aria-label], [aria-labelledby])')
    ? (box.querySelector<HTMLElement>('h1, h2, h3, h4') ?? box)
    : box;
}

/** An element and all around it, without the page itself; of a list's line also the lines beside it. */
function pathOf(target: EventTarget | null): HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let one = target; one instanceof HTMLElement && one !== document.body; one = one.parentElement) path.push(one, ...besides(one));
  return path;
}

/** The next line of a list, else the one before. */
function besides(line: HTMLElement): HTMLElement[] {
  if (!line.matches('li, article')) return [];
  return [line.nextElementSibling, line.previousElementSibling].filter(
    (one): one is HTMLElement => one instanceof HTMLElement && one.tagName === line.tagName,
  );
}
