import { describe, expect, it } from 'vitest';
import { locateOnce } from './locate-once';
import { fakeReceiver } from './testing/fake-receiver';

describe('locating the device once', () => {
  it('returns the first fix and releases the receiver', async () => {
    const { location, clock, watches, report } = fakeReceiver();
    const asked = locateOnce(15_000, location, clock);
    report(0, 0, 5);
    report(52.1, 5.1, 900);
    expect(await asked).toMatchObject({ latitude: 52.1, accuracy_m: 900 });
    expect(watches.size).toBe(0);
    expect(clock.next).toBeNull();
  });

  it('returns the fix of a running receiver, and leaves it running for its other users', async () => {
    const { location, clock, watches, report } = fakeReceiver();
    location.acquire();
    report(52.1, 5.1, 9);
    expect(await locateOnce(15_000, location, clock)).toMatchObject({ latitude: 52.1 });
    expect(watches.size).toBe(1);
  });

  it('gives up on a refusal and on a timeout', async () => {
    const { location, clock, watches, fail } = fakeReceiver();
    const rejected = locateOnce(15_000, location, clock);
    fail(1);
    expect(await rejected).toBeNull();
    const silent = locateOnce(15_000, location, clock);
    await clock.advance(15_000);
    expect(await silent).toBeNull();
    expect(watches.size).toBe(0);
  });
});
