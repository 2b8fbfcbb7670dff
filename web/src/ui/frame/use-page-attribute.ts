import { useLayoutEffect } from 'react';

/**
 * Sets `data-<name>` of the page while a component is shown, for styles outside of it. `:root:has(...)` would say the same, but browsers
 * evaluate that again with each element that is added anywhere: a millisecond and a half in each frame of a scrolled list.
 */
export function usePageAttribute(name: 'veldFrame' | 'veldJourney', value: string): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset[name] = value;
    return () => {
      delete dataset[name];
    };
  }, [name, value]);
}
