import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Titles of tests and of their describe blocks. */
function titles(): string[] {
  const files = ['contract/src', 'taxonomy/src', 'server/src', 'web/src', 'e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
      .map((name) => join(root, folder, name)),
  );
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:it|test|describe)(?:\.\w+)*(?:\([^()'`]*\))?\(\s*['`]([^'`\n]+)/g)].map(
      (match) => match[1]!,
    ),
  );
}

describe('the faults of docs/faults.md', () => {
  const rows = [...readFileSync(join(root, 'docs/faults.md'), 'utf8').matchAll(/^\| ([CS]\d+) /gm)].map((match) => match[1]!);

  const all = titles();

  it('are the complete list', () => {
    const numbers = (letter: string, from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => `${letter}${from + index}`);
    expect(rows).toEqual([...numbers('C', 1, 26), 'C28', ...numbers('S', 1, 8), ...numbers('S', 11, 13), 'S18', ...numbers('S', 20, 25)]);
  });

  it.each(rows)('%s has a test named after it', (row) => {
    const named = all.filter(
      (title) => new RegExp(`^[^:]*\\b${row}\\b`).test(title) || title.includes(`(${row})`) || title.includes(`${row},`),
    );
    expect(named).not.toEqual([]);
  });
});
