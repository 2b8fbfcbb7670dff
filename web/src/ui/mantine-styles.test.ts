import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

it('every part of the library that is used has its style sheet', () => {
  const root = resolve(import.meta.dirname, '..');
  const styles = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/Button.layer.css'));
  const common = readFileSync(join(import.meta.dirname, 'mantine.css'), 'utf8');
  const bare = globSync('**/*.tsx', { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const names = [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, list]) => list!.match(/\b[A-Z]\w*/g) ?? []);
    return names
      .map((name) => `@mantine/core/styles/${name}.layer.css`)
      .filter((sheet) => existsSync(join(styles, sheet.split('/').at(-1)!)) && !common.includes(sheet) && !text.includes(sheet))
      .map((sheet) => `${file}: ${sheet}`);
  });
  expect(bare).toEqual([]);
});
