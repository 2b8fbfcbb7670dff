import type { KeptPosition } from './api';

const KEY = 'veld.position';

/** The position that all tabs of this device share, also after a reload. Where the browser keeps nothing, it is that of this page. */
export function positionOfDevice(): KeptPosition {
  let known: string | null = null;
  return {
    read() {
      try {
        return localStorage.getItem(KEY) ?? known;
      } catch {
        return known;
      }
    },
    write(position) {
      known = position;
      try {
        localStorage.setItem(KEY, position);
      } catch {
        // The browser keeps nothing for this page, or has no room.
      }
    },
  };
}
