import { expect, it, vi } from 'vitest';
import { followLog, recentLog } from './recent-log';

it('keeps the latest 50 errors and warnings without the records in them, and still logs them', () => {
  const error = vi.fn<(...parts: unknown[]) => void>();
  const target = { error, warn: vi.fn<(...parts: unknown[]) => void>() };
  followLog(target);
  target.error('Records', new TypeError('Failed to fetch'), { latitude: 52.09 });
  expect(error).toHaveBeenCalledWith('Records', new TypeError('Failed to fetch'), { latitude: 52.09 });
  expect(recentLog()).toHaveLength(1);
  expect(recentLog()[0]).toMatch(/^\d\d:\d\d:\d\d Records TypeError: Failed to fetch \{…\}$/);
  for (let number = 0; number < 60; number++) target.warn(`line ${number} ${'x'.repeat(400)}`);
  expect(recentLog()).toHaveLength(50);
  expect(recentLog().at(-1)).toMatch(/line 59 x+$/);
  expect(recentLog().at(-1)!.length).toBeLessThanOrEqual(300);
});
