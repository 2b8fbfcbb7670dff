// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type StayAwakeParts, MIN_SENDING_MS } from '../device/stay-awake';
import { freshPerson } from '../local/testing/people';
import { auth, currentSync } from '../local/app/veld';
import { nobody, signIn } from '../testing/render-as';
import { useScreenAwake } from './screen-awake';

afterEach(() => Reflect.deleteProperty(navigator, 'wakeLock'));

describe('the screen while photos are being sent', () => {
  it('stays on as long as that person is logged in', async () => {
    await signIn(nobody);
    vi.useFakeTimers();
    let lit = 0;
    const request = vi.fn<NonNullable<StayAwakeParts['wakeLock']>['request']>(async () => {
      lit++;
      return Object.assign(new EventTarget(), { release: async () => lit-- });
    });
    Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
    renderHook(() => useScreenAwake());
    act(() => auth.store.setState({ user: freshPerson('anna'), token: 'token-1' }));
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
