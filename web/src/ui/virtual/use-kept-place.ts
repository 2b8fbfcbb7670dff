import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Where a list was when one of its links was followed. */
interface Place {
  /** Of the page, in pixels. */
  scrolled: number;
  /** The address of the link, and how far it was from the top of the window. */
  address: string | null;
  top: number;
}

/** By entry of the history, as long as the page lives. */
const places = new Map<string, Place>();
const MOST = 50;

/**
 * Returns to the place of a list when Back leads to it, which the browser cannot do: the list is not there yet when it tries. `lines`
 * are undefined, or only the first ones, until they are known.
 */
export function useKeptPlace(lines: readonly unknown[] | undefined): void {
  const { key, pathname, search } = useLocation();
  const entry = [key, pathname, search].join(' ');
  useEffect(() => {
    const keep = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (!link) return;
      places.delete(entry);
      places.set(entry, { scrolled: window.scrollY, address: link.getAttribute('href'), top: link.getBoundingClientRect().top });
      if (places.size > MOST) places.delete(places.keys().next().value!);
    };
    document.addEventListener('click', keep, true);
    return () => document.removeEventListener('click', keep, true);
  }, [entry]);

  const wanted = useRef(places.get(entry));
  useLayoutEffect(() => {
    const place = wanted.current;
    if (!place || !lines) return;
    window.scrollTo({ top: place.scrolled, behavior: 'instant' });
    // Until the list is long enough.
    if (window.scrollY < place.scrolled - 1) return;
    wanted.current = undefined;
    // Rows that were not measured yet have other heights; they stand there in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => putLink(place)));
  }, [lines]);

  useEffect(() => {
    // If the user scrolls in the meantime, the list stays there.
    const forget = () => (wanted.current = undefined);
    const events = ['wheel', 'touchmove', 'keydown'] as const;
    for (const event of events) window.addEventListener(event, forget, { passive: true });
    return () => events.forEach((event) => window.removeEventListener(event, forget));
  }, []);
}

/** Puts the link that was followed where it was, with the focus. */
function putLink({ address, top }: Place): void {
  const link = address === null ? null : document.querySelector<HTMLElement>(`main a[href="${CSS.escape(address)}"]`);
  if (!link) return;
  window.scrollBy({ top: link.getBoundingClientRect().top - top, behavior: 'instant' });
  link.focus({ preventScroll: true });
}
