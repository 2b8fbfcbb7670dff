import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { theme } from './theme';

it('changes the layout at 600, 1024, 1440 and 1920 pixels', () => {
  const { sm, md, lg, xl } = theme.breakpoints as Record<string, string>;
  expect([sm, md, lg, xl].map((width) => Number.parseFloat(width!) * 16)).toEqual([600, 1024, 1440, 1920]);
  const root = join(import.meta.dirname, '..');
  const files = globSync('**/*.{css,tsx}', { cwd: root, exclude: ['**/*.test.tsx'] });
  const sources = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  expect([sm, md, lg, xl].filter((width) => !sources.includes(`(min-width: ${width})`))).toEqual([]);
});
