import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

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

// A busy machine is not a fault: what is waited for may take long.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => cleanup());
