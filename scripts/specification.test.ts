import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/specification.md'), 'utf8');
const lines = page.split('\n').filter((line) => line.startsWith('- '));
const TEST = /`([\w./-]+\.(?:test|spec)\.tsx?)` “([^”]+)”/g;

describe('docs/specification.md', () => {
  it('covers sections 1 to 9', () => {
    expect([...page.matchAll(/^## (\d)\. /gm)].map(([, number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(lines.length).toBeGreaterThan(90);
  });

  it.each(lines)('%s', (line) => {
    const tests = [...line.matchAll(TEST)];
    expect(tests, 'a line without a test').not.toEqual([]);
    for (const [, file, title] of tests) {
      expect(existsSync(join(root, file!)), file).toBe(true);
      // A title in single quotes has its own quotes escaped.
      const source = readFileSync(join(root, file!), 'utf8').replaceAll("\\'", "'");
      expect(source, file).toContain(title);
    }
  });
});
