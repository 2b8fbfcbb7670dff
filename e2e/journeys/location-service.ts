/** What `installLocationService` adds to the page. */
export interface LocationWindow {
  /** Reports a position to whoever watches the location. */
  reportPosition(position: Pick<GeolocationPosition, 'timestamp'> & { coords: Omit<GeolocationCoordinates, 'toJSON'> }): void;
  /** Whether anybody watches the location; positions reported before are lost. */
  isLocationWatched(): boolean;
}

/** Replaces the location service of a page. Runs in the page before the app, so it uses nothing from outside. */
export function installLocationService(): void {
  const watches = new Map<number, PositionCallback>();
  let last = 0;
  const geolocation = {
    watchPosition: (success: PositionCallback) => {
      watches.set(++last, success);
      return last;
    },
    clearWatch: (id: number) => void watches.delete(id),
    getCurrentPosition: () => undefined,
  };
  Object.defineProperty(navigator, 'geolocation', { get: () => geolocation });
  Object.assign(window, {
    isLocationWatched: () => watches.size > 0,
    reportPosition: (position: GeolocationPosition) => {
      for (const success of watches.values()) success(position);
    },
  });
}
