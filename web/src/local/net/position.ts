import { laterPosition, POSITION_HEADER } from '@veld/contract';

const KEY = 'veld.position';

/**
 * Sends with each request how far the server's database was at the latest write, so that nothing is read that is older (decision 0098). All
 * tabs of this device share it, also after a reload; where the browser keeps nothing, it is that of this page.
 */
export function withPosition(send: typeof fetch): typeof fetch {
  let known: string | null = null;
  const read = () => {
    try {
      return localStorage.getItem(KEY) ?? known;
    } catch {
      return known;
    }
  };
  const note = (told: string) => {
    known = laterPosition(read(), told);
    try {
      localStorage.setItem(KEY, known);
    } catch {
      // The browser keeps nothing for this page, or has no room.
    }
  };
  return async (url, init) => {
    const position = read();
    const headers = new Headers(init?.headers);
    if (position !== null) headers.set(POSITION_HEADER, position);
    const answer = await send(url, position === null ? init : { ...init, headers });
    const told = answer.headers.get(POSITION_HEADER);
    if (told !== null) note(told);
    return answer;
  };
}
