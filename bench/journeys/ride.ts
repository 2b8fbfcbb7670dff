import type { LocationWindow } from '../../e2e/journeys/location-service.ts';

/** What the pages of the benchmark have besides the app. */
export interface BenchWindow {
  /** Reports positions one second apart, and waits after each `every` of them until one is stored. Resolves with the milliseconds that took. */
  recordPoints(from: number, count: number, every: number): Promise<number>;
  /** When things first were on the screen, in milliseconds since the navigation. */
  seen: Record<string, number>;
}

/** Positions on a bicycle for the location service of e2e/journeys/location-service.ts, and a clock that is `behindMs` behind and goes on by a second with each position. Runs before the app. */
export function installRide(behindMs: number): void {
  let skew = -behindMs;
  let [north, east] = [0, 0];
  const [now, tick] = [Date.now.bind(Date), performance.now.bind(performance)];
  Date.now = () => now() + skew;
  performance.now = () => tick() + behindMs + skew;

  // A point is stored when its transaction is complete. That of a fold has the blocks as well.
  let stored = () => {};
  const open = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args: Parameters<typeof open>) {
    const transaction = open.apply(this, args);
    const { objectStoreNames: names, mode } = transaction;
    if (mode === 'readwrite' && names.contains('journeyPoints') && !names.contains('journeyBlocks'))
      transaction.addEventListener('complete', () => stored());
    return transaction;
  };
  const recordPoints = async (from: number, count: number, every: number) => {
    const began = tick();
    for (let at = from; at < from + count; at++) {
      skew += 1000;
      // 5 m per second on a winding way, with GPS noise.
      const heading = 2 * Math.sin(at / 500) + at / 5000;
      north += 5 * Math.cos(heading);
      east += 5 * Math.sin(heading);
      const latitude = 52.09 + (north + 0.3 * Math.sin(at * 7.1)) / 111_195;
      const longitude = 5.12 + (east + 0.3 * Math.cos(at * 3.3)) / 68_300;
      const coords = {
        latitude,
        longitude,
        accuracy: 4,
        altitude: 10 + 30 * Math.sin(at / 900),
        altitudeAccuracy: 5,
        speed: null,
        heading: 0,
      };
      const isStored = new Promise<void>((done) => {
        stored = done;
      });
      (window as unknown as LocationWindow).reportPosition({ coords, timestamp: Date.now() });
      if (at % every === every - 1) await isStored;
    }
    return tick() - began;
  };

  const seen: Record<string, number> = {};
  const look = (name: string, isThere: () => boolean) => {
    if (!(name in seen) && isThere()) seen[name] = tick();
  };
  new MutationObserver(() => {
    look('app', () => document.querySelector('nav a[href]') !== null);
    look('bar', () => /\d\sk?m/.test(document.querySelector('section[aria-label="Current journey"]')?.textContent ?? ''));
    look('review', () => document.querySelector('[role="dialog"] [role="slider"]') !== null);
    look('page', () => document.querySelector('main input[type="range"]') !== null);
  }).observe(document, { childList: true, subtree: true, characterData: true });
  Object.assign(window, { recordPoints, seen });
}

/** Taps the link to the page of a journey. Resolves with the milliseconds until its slider is there. Runs in the page. */
export async function openPage(path: string): Promise<number> {
  const began = performance.now();
  document.querySelector<HTMLElement>(`main a[href="${path}"]`)!.click();
  while (!document.querySelector('main input[type="range"]')) await new Promise(requestAnimationFrame);
  return performance.now() - began;
}

/** Milliseconds for which the main thread did nothing but one task, while `act` was done by the caller. Runs in the page. */
export function startWatching(): void {
  const { port1, port2 } = new MessageChannel();
  const gaps: number[] = [];
  let last = 0;
  port1.onmessage = ({ timeStamp }) => {
    if (last > 0 && timeStamp - last > 1) gaps.push(timeStamp - last);
    last = timeStamp;
    port2.postMessage(null);
  };
  port2.postMessage(null);
  Object.assign(window, {
    stopWatching: () => {
      port1.close();
      return gaps;
    },
  });
}
