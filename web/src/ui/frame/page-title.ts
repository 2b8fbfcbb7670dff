import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';

/** The title of what the screen shows, such as a species' name; null while the screen's own title is right. */
export const pageTitle = createStore<string | null>(() => null);

/** Puts `title` into the title of the browser's tab while the component is mounted. */
export function usePageTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (!title) return;
    pageTitle.setState(title, true);
    return () => {
      if (pageTitle.getState() === title) pageTitle.setState(null, true);
    };
  }, [title]);
}
