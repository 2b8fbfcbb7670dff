// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useBlobUrl } from './use-blob-url';

const revoke = vi.fn<(url: string) => void>();

beforeEach(() => {
  let made = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++made}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(revoke);
});
afterEach(() => {
  vi.restoreAllMocks();
  revoke.mockReset();
});

describe('the URL of a blob', () => {
  it('is shared, and revoked when its last user unmounts', () => {
    const blob = new Blob(['a']);
    const first = renderHook(() => useBlobUrl(blob));
    const second = renderHook(() => useBlobUrl(blob));
    expect([first.result.current, second.result.current]).toEqual(['blob:1', 'blob:1']);
    first.unmount();
    expect(revoke).not.toHaveBeenCalled();
    second.unmount();
    expect(revoke.mock.calls).toEqual([['blob:1']]);
  });

  it('changes with the blob', () => {
    const initialProps: { blob: Blob | null } = { blob: new Blob(['a']) };
    const { result, rerender } = renderHook(({ blob }) => useBlobUrl(blob), { initialProps });
    expect(result.current).toBe('blob:1');
    rerender({ blob: new Blob(['b']) });
    expect(result.current).toBe('blob:2');
    expect(revoke.mock.calls).toEqual([['blob:1']]);
    rerender({ blob: null });
    expect(result.current).toBeNull();
  });
});
