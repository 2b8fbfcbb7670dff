import { vi } from 'vitest';

/** happy-dom lays nothing out: the frame of a grid gets a height, so that rows come into view, on a wide screen. Lasts for one test. */
export function wideScreen(): void {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: !query.includes('reduced-motion'),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }));
}
