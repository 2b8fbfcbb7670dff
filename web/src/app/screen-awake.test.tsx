// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type StayAwakeParts, MIN_SENDING_MS } from '../device/stay-awake';
import { newId } from '../local/db/ids';
import { person } from '../local/testing/people';
import { auth, currentSync } from '../local/app/veld';
import { useScreenAwake } from './screen-awake';

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'wakeLock');
});

describe('the screen of somebody whose photos are sent', () => {
  it('is kept lit by the app as long as that person is logged in, and not for nobody', async () => {
    vi.useFakeTimers();
    let lit = 0;
    const request = vi.fn<NonNullable<StayAwakeParts['wakeLock']>['request']>(async () => {
      lit++;
      return Object.assign(new EventTarget(), { release: async () => lit-- });
    });
    Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
    auth.store.setState({ user: null, token: null, isReady: true });
    renderHook(() => useScreenAwake());
    act(() => auth.store.setState({ user: person('anna', { id: newId() }), token: 'token-1' }));
    currentSync().sender.store.setState({ state: 'sending' });
    await vi.advanceTimersByTimeAsync(MIN_SENDING_MS - 1);
    expect(request).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(request).toHaveBeenCalledExactlyOnceWith('screen');
    expect(lit).toBe(1);
    act(() => auth.store.setState({ user: null, token: null }));
    await vi.advanceTimersByTimeAsync(0);
    expect(lit).toBe(0);
  });
});
