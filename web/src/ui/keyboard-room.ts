/** With less height than this beside the keyboard, in rem, the frame leaves it to what is typed. */
const ENOUGH_REM = 27;
/** Less than this is a bar of the browser, and no keyboard; in pixels. */
const SMALLEST_KEYBOARD = 80;
const TEXT_FIELDS = ':is(input:not([type=checkbox], [type=radio]), textarea):focus';

/**
 * A `ref` for a form that tells the styles about the on-screen keyboard: `--keyboard` is the height that it covers in a browser whose
 * page keeps its height, and `data-veld-typing` says that somebody types in the form and little height is left.
 */
export function keyboardRoom(form: HTMLElement | null): (() => void) | undefined {
  if (!form) return undefined;
  const root = document.documentElement;
  const view = globalThis.visualViewport ?? null;
  const update = () => {
    const height = view?.height ?? window.innerHeight;
    const rem = Number.parseFloat(getComputedStyle(root).fontSize) || 16;
    const isTyping = form.querySelector(TEXT_FIELDS) !== null;
    root.toggleAttribute('data-veld-typing', isTyping && height < ENOUGH_REM * rem);
    // A page that is zoomed by fingers shows less of itself, too.
    const covered = view && view.scale <= 1 ? window.innerHeight - view.height - view.offsetTop : 0;
    if (covered > SMALLEST_KEYBOARD) root.style.setProperty('--keyboard', `${covered}px`);
    else root.style.removeProperty('--keyboard');
  };
  // The next element has the focus once the one before has lost it.
  const later = () => queueMicrotask(update);
  const ended = new AbortController();
  const listening = { signal: ended.signal };
  view?.addEventListener('resize', update, listening);
  view?.addEventListener('scroll', update, listening);
  window.addEventListener('resize', update, listening);
  form.addEventListener('mousedown', keepTyping, listening);
  form.addEventListener('focusin', update, listening);
  form.addEventListener('focusout', later, listening);
  update();
  return () => {
    ended.abort();
    root.removeAttribute('data-veld-typing');
    root.style.removeProperty('--keyboard');
  };
}

/** While the frame makes room, a tap on a button must not bring it back under the finger: the field keeps the focus. */
function keepTyping(event: MouseEvent): void {
  if (!document.documentElement.hasAttribute('data-veld-typing')) return;
  if (event.target instanceof Element && event.target.closest('button, a, [role=option]')) event.preventDefault();
}
