import { expect, it } from 'vitest';
import { theme } from './theme';

it('changes the layout at 600, 1024, 1440 and 1920 pixels', () => {
  const { sm, md, lg, xl } = theme.breakpoints as Record<string, string>;
  expect([sm, md, lg, xl].map((width) => Number.parseFloat(width!) * 16)).toEqual([600, 1024, 1440, 1920]);
});
