import { describe, expect, it } from 'vitest';
import { locateOnce } from './locate-once';
import { playedReceiver } from './testing/played-receiver';

describe('asking once where the device is', () => {
  it('answers with the first fix, and the receiver rests after it', async () => {
    const { location, clock, watches, tell } = playedReceiver();
    const asked = locateOnce(15_000, location, clock);
    tell(0, 0, 5);
    tell(52.1, 5.1, 900);
    expect(await asked).toMatchObject({ latitude: 52.1, accuracy_m: 900 });
    expect(watches.size).toBe(0);
    expect(clock.next).toBeNull();
  });

  it('takes what the receiver tells somebody else already, and leaves it running for them', async () => {
    const { location, clock, watches, tell } = playedReceiver();
    location.want();
    tell(52.1, 5.1, 9);
    expect(await locateOnce(15_000, location, clock)).toMatchObject({ latitude: 52.1 });
    expect(watches.size).toBe(1);
  });

  it('gives up at a refusal, and when nothing comes in time', async () => {
    const { location, clock, watches, fail } = playedReceiver();
    const refused = locateOnce(15_000, location, clock);
    fail(1);
    expect(await refused).toBeNull();
    const silent = locateOnce(15_000, location, clock);
    await clock.advance(15_000);
    expect(await silent).toBeNull();
    expect(watches.size).toBe(0);
  });
});
