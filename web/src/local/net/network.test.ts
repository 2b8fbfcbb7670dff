import { expect, it } from 'vitest';
import { createNetwork } from './network';

it('the network is offline and online with the browser’s events and flag, until it is stopped', () => {
  const target = new EventTarget();
  const device = { onLine: true };
  const polls: (() => void)[] = [];
  const clock = { now: () => 0, after: (_ms: number, work: () => void) => (polls.push(work), () => void polls.splice(0)) };
  const network = createNetwork({ target, device, clock });
  const stop = network.start();
  expect(network.state()).toBe('online');
  device.onLine = false;
  target.dispatchEvent(new Event('offline'));
  expect(network.state()).toBe('offline');
  device.onLine = true;
  target.dispatchEvent(new Event('online'));
  expect(network.state()).toBe('online');
  // Some browsers send no event.
  device.onLine = false;
  polls.at(-1)!();
  expect(network.state()).toBe('offline');
  stop();
  device.onLine = true;
  for (const event of ['online', 'offline']) target.dispatchEvent(new Event(event));
  expect(network.state()).toBe('offline');
});
