import 'fake-indexeddb/auto';

declare module 'vitest' {
  export interface ProvidedContext {
    /** How much slower than the reference this machine is; at least 1. */
    machineFactor: number;
    /** Whether property tests and simulations do their long runs (VELD_LONG=1). */
    isLong: boolean;
  }
}

// Tests of screens ask for a DOM with `@vitest-environment happy-dom`; the others start in a quarter of the time without one.
if (typeof document !== 'undefined') (await import('./setup-dom')).setUpDom();
