import { expect, it } from 'vitest';
import { FakeClock } from '../testing/fake-clock';
import { passingTime } from './passing-time';

it('lets a message pass after its time, which begins anew once it is no longer held', async () => {
  const clock = new FakeClock();
  let ends = 0;
  const time = passingTime(clock, 5000, () => ends++);
  await clock.advance(4999);
  time.hold(true);
  await clock.advance(60_000);
  expect(ends).toBe(0);
  time.hold(false);
  await clock.advance(4999);
  expect(ends).toBe(0);
  await clock.advance(1);
  expect(ends).toBe(1);
  const stopped = passingTime(clock, 5000, () => ends++);
  stopped.stop();
  await clock.advance(5000);
  expect(ends).toBe(1);
});
