import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Browsers evaluate `:root:has(...)` again with each element that is added anywhere, and a selector that ends in `+ *` or `~ *` has the
 * styles of all elements beside the added one computed again, and of all in them. A row of a long list then costs more than a frame.
 */
const COSTLY = [/(?:^|[\s,])(?::global\(:root\)|:root|html|body):has\(/, /[+~]\s*\*/];

/** Only on windows as low as a phone with its keyboard, where no long list is scrolled. */
const ALLOWED = ['ui/notices/NoticeArea.module.css'];

it('no style sheet makes the rows of long lists costly', () => {
  const root = resolve(import.meta.dirname, '../..');
  const found = globSync('**/*.css', { cwd: root })
    .filter((file) => !ALLOWED.includes(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
      const selectors = [...text.matchAll(/([^{};]+)\{/g)].map(([, selector]) => selector!.trim());
      return selectors.filter((selector) => COSTLY.some((form) => form.test(selector))).map((selector) => `${file}: ${selector}`);
    });
  expect(found).toEqual([]);
});
