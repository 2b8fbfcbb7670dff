import type { AppRouter } from './router';

/** The longest time that background work waits for the first screen. */
export const LONGEST_WAIT_MS = 5000;

/** Resolves once the first screen is drawn, or takes so long that nothing should wait for it any more. */
export function firstScreen(router: Pick<AppRouter, 'state' | 'subscribe'>): Promise<void> {
  return new Promise((resolve) => {
    // Also for a page in the background, where nothing is drawn.
    setTimeout(resolve, LONGEST_WAIT_MS);
    if (router.state.initialized) return afterDrawing(resolve);
    const end = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      end();
      afterDrawing(resolve);
    });
  });
}

/** Calls back after what React has to draw now. */
function afterDrawing(done: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
}
