/**
 * Tracking while the screen is off or another app is in front. Browsers stop the page then; the wrapper of the native app can provide
 * this (`window.veldTracking`), and the recorder then takes its positions from it as well.
 */
export interface BackgroundTracking {
  /** Starts a service of the operating system, with the title of its permanent notification. */
  start(notice: { title: string }): Promise<void>;
  stop(): Promise<void>;
  /** Calls `listener` with each position, those measured while the page was stopped included, in order. Returns an unsubscribe function. */
  onPosition(listener: (position: GeolocationPosition) => void): () => void;
}

declare global {
  interface Window {
    veldTracking?: BackgroundTracking;
  }
}

/** Null in a browser, which records only while the page is in front and the screen is on. */
export function backgroundTracking(): BackgroundTracking | null {
  return globalThis.window?.veldTracking ?? null;
}
