import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMemoryRouter } from 'react-router';
import { firstScreen, LONGEST_WAIT_MS } from './first-screen';

const FRAME_MS = 16;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, FRAME_MS));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(loader: () => unknown) {
  const router = createMemoryRouter([{ path: '/', loader, element: null }]);
  const came = vi.fn<() => void>();
  void firstScreen(router).then(came);
  return came;
}

it('comes only after the drawing that follows its load', async () => {
  const load = Promise.withResolvers<null>();
  const came = start(() => load.promise);
  await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS / 2);
  expect(came, 'while it loads').not.toHaveBeenCalled();
  load.resolve(null);
  await vi.advanceTimersByTimeAsync(FRAME_MS);
  expect(came, 'before it is drawn').not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2 * FRAME_MS);
  expect(came).toHaveBeenCalledTimes(1);
});

it('is not waited for longer than the longest time', async () => {
  const came = start(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS - 1);
  expect(came).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(came).toHaveBeenCalledTimes(1);
});

it('does not wait for a drawing in a page in the background', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 1);
  const came = start(() => null);
  await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS);
  expect(came).toHaveBeenCalledTimes(1);
});
