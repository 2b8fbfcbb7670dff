// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { flushAll } from '../local/db/storage-notices';
import { loadTexts } from '../testing/texts';
import { ThemeProvider } from '../ui/ThemeProvider';
import { ScreenError } from './ScreenError';

let reload: MockInstance<() => void>;
beforeEach(async () => {
  await loadTexts();
  reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  sessionStorage.clear();
});

/** Shows a screen of which the code fails with an error. */
function renderFailing(error: Error) {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = () => {
    throw error;
  };
  const router = createMemoryRouter([{ path: '/', loader: load, Component: () => null, ErrorBoundary: ScreenError }]);
  cleanup();
  render(
    <ThemeProvider>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  return screen.findByRole('heading', { level: 1 });
}
const missing = () => new TypeError('Failed to fetch dynamically imported module: /assets/a.js');

it('loads the page again by itself when the code of a screen could not be loaded, once a minute', async () => {
  await renderFailing(missing());
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  await renderFailing(missing());
  await flushAll();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
  await renderFailing(missing());
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
});

it('leaves that to the person without a network, and when the screen itself has a fault', async () => {
  await renderFailing(new Error('a fault'));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await renderFailing(missing());
  await flushAll();
  expect(reload).not.toHaveBeenCalled();
});
