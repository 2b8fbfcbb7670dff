// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useNow } from './use-now';

const START = Date.UTC(2026, 5, 1, 12, 0, 50);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the current time', () => {
  it('is exact at first and changes at the full interval', () => {
    const { result } = renderHook(() => useNow(60_000));
    expect(result.current).toBe(START);
    act(() => void vi.advanceTimersByTime(9_999));
    expect(result.current).toBe(START);
    act(() => void vi.advanceTimersByTime(1));
    expect(result.current).toBe(START + 10_000);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(result.current).toBe(START + 70_000);
  });

  it('starts no timer while disabled', () => {
    const { rerender, unmount } = renderHook(({ isRunning }) => useNow(60_000, isRunning), { initialProps: { isRunning: false } });
    expect(vi.getTimerCount()).toBe(0);
    rerender({ isRunning: true });
    expect(vi.getTimerCount()).toBe(1);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});
