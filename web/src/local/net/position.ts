import { laterPosition, POSITION_HEADER } from '@veld/contract';
import type { KeptPosition } from './api';

const KEY = 'veld.position';

/** The position that all tabs of this device share, also after a reload. Where the browser keeps nothing, it is that of this page. */
export function positionOfDevice(): KeptPosition {
  let known: string | null = null;
  const read = () => {
    try {
      return localStorage.getItem(KEY) ?? known;
    } catch {
      return known;
    }
  };
  return {
    headers(): Record<string, string> {
      const position = read();
      return position === null ? {} : { [POSITION_HEADER]: position };
    },
    note({ headers }) {
      const told = headers.get(POSITION_HEADER);
      if (told === null) return;
      known = laterPosition(read(), told);
      try {
        localStorage.setItem(KEY, known);
      } catch {
        // The browser keeps nothing for this page, or has no room.
      }
    },
  };
}
