import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Scrolls to the part that the address names, which the router does not, and the browser only if the part is rendered at once. `isShown`:
 * whether it is rendered by now.
 */
export function useHashScroll(isShown = true): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (isShown && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isShown, hash, key]);
}
