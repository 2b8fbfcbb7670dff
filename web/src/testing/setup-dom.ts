import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach, beforeEach, inject, vi } from 'vitest';
import { storageNotices } from '../local/db/storage-notices';

// happy-dom lays nothing out: these answer as a wide, light screen would.
window.matchMedia ??= (query: string): MediaQueryList => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
});

class StillResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver ??= StillResizeObserver;

// Fonts that never load: text areas that grow ask when they have.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

Element.prototype.scrollIntoView ??= () => {};

const withDocument = getConfig().getElementError;

/**
 * What a query throws that finds nothing. The error of a test that fails shows the document; those of a test that still waits, after
 * each change of the document, do not: writing it down is most of the work then.
 */
function errorOf(message: string | null, container: Element): Error {
  const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as { _disableExpensiveErrorDiagnostics?: boolean };
  if (!isWaiting) return withDocument(message, container);
  const error = new Error(message ?? '');
  error.name = 'TestingLibraryElementError';
  return error;
}

/** Called for each test file: modules are loaded once, hooks belong to one file. */
export function setUpDom(): void {
  // A slow machine is not a fault: waits are long.
  configure({ asyncUtilTimeout: 30_000 * inject('machineFactor'), getElementError: errorOf });

  // The notices belong to the page, and the files of one worker share it: what one left must not cover the screen of the next.
  beforeEach(() => storageNotices.setState(storageNotices.getInitialState(), true));

  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    localStorage.clear();
  });
}
