import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type LastPlace, lastPlace, rememberPlaces } from './last-place';
import { FakeClock, waitForIdle } from '../testing/fake-clock';
import { freshDatabase } from '../testing/people';

const at = (latitude: number, seconds: number): LastPlace => ({ latitude, longitude: 5.1, accuracy_m: 8, at: seconds * 1000 });

function walk() {
  const store = createStore<{ fix: LastPlace | null }>(() => ({ fix: null }));
  const clock = new FakeClock(0);
  const database = freshDatabase();
  const end = rememberPlaces(store, database, clock);
  return { store, clock, database, end, kept: () => lastPlace.read(database) };
}

describe('the last place of a device', () => {
  it('is stored at the first fix, then every 10 s, and at the end', async () => {
    const { store, clock, end, kept } = walk();
    expect(await kept()).toBeNull();
    store.setState({ fix: at(52.1, 1) });
    await waitForIdle();
    expect(await kept()).toEqual(at(52.1, 1));
    for (const seconds of [2, 3, 4]) store.setState({ fix: at(52.1 + seconds, seconds) });
    await waitForIdle();
    expect(await kept()).toEqual(at(52.1, 1));
    await clock.advance(10_000);
    expect(await kept()).toEqual(at(56.1, 4));
    store.setState({ fix: at(57, 5) });
    end();
    await waitForIdle();
    expect(await kept()).toEqual(at(57, 5));
    store.setState({ fix: at(58, 6) });
    await clock.advance(60_000);
    expect(await kept()).toEqual(at(57, 5));
  });

  it('is kept when the location service stops, and is not visible to another user', async () => {
    const anna = walk();
    const bram = walk();
    anna.store.setState({ fix: at(52.1, 1) });
    anna.store.setState({ fix: null });
    await waitForIdle();
    expect(await anna.kept()).toEqual(at(52.1, 1));
    expect(await bram.kept()).toBeNull();
  });
});
