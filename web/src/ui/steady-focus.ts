import { useEffect, useState } from 'react';

/**
 * A `ref` for a container that keeps the focus in place when the focused element is removed or disabled, such as the button of a
 * deleted row: focuses the nearest sibling or ancestor. Otherwise, Tab would start at the top of the page and screen readers would
 * lose their position.
 */
export function steadyFocus(box: HTMLElement | null): (() => void) | undefined {
  if (!box) return undefined;
  let path: HTMLElement[] = [];
  /** The focused element was disabled, which removes the focus from it. */
  let wasOff = false;
  const onFocus = ({ target }: FocusEvent) => {
    path = pathOf(target);
    wasOff = false;
  };
  const onBlur = () => {
    const left = path;
    // After a normal blur the element is still there; a removed element is gone by then, and a busy button is disabled.
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

/** For dialogs: restores the focus on closing, to the previous element or, if it is gone, next to it. */
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
    // Elements without a box or disabled ones cannot be focused.
    if (document.activeElement === near) return;
  }
}

/** The heading of a container without a label, so that screen readers announce it instead of the whole content. */
function headingOf(box: HTMLElement): HTMLElement {
  return box.matches(':is(div, article):not([role], [aria-label], [aria-labelledby])')
    ? (box.querySelector<HTMLElement>('h1, h2, h3, h4') ?? box)
    : box;
}

/** An element and its ancestors below the page, with the siblings of list items. */
function pathOf(target: EventTarget | null): HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let one = target; one instanceof HTMLElement && one !== document.body; one = one.parentElement) path.push(one, ...siblingsOf(one));
  return path;
}

/** The next and the previous item of a list. */
function siblingsOf(line: HTMLElement): HTMLElement[] {
  if (!line.matches('li, article')) return [];
  return [line.nextElementSibling, line.previousElementSibling].filter(
    (one): one is HTMLElement => one instanceof HTMLElement && one.tagName === line.tagName,
  );
}

/** As `focusFirst`, for the form of a screen that just opened: not where the focus brings up a keyboard that covers it. */
export function focusFirstByKeyboard(box: HTMLElement | null): void {
  if (!globalThis.matchMedia?.('(pointer: coarse)').matches) focusFirst(box);
}

/**
 * A `ref` for a form that puts the focus in its first field: of a group of radio buttons in the chosen one. Fields that are disabled
 * are skipped.
 */
export function focusFirst(box: HTMLElement | null): void {
  const fields = [...(box?.querySelectorAll<HTMLInputElement>('input, select, textarea') ?? [])].filter(
    ({ disabled, type }) => !disabled && type !== 'hidden',
  );
  const [first] = fields;
  const field = first?.type === 'radio' ? (fields.find(({ name, checked }) => name === first.name && checked) ?? first) : first;
  field?.focus({ preventScroll: true });
}
