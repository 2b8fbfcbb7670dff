import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findNamespaceFaults } from './namespaces.ts';

describe('namespaces of texts', () => {
  let root: string;
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function faultsOf(files: string[], types: string): string[] {
    root = mkdtempSync(join(tmpdir(), 'veld-namespaces-'));
    mkdirSync(join(root, 'web/src/i18n/en'), { recursive: true });
    for (const file of files) writeFileSync(join(root, 'web/src/i18n/en', `${file}.json`), '{}');
    writeFileSync(join(root, 'web/src/i18n/i18next.d.ts'), types);
    return findNamespaceFaults(root);
  }
  const typeOf = (name: string) => `import type x from './en/${name}.json';\n  '${name}': typeof x;\n`;

  it('are the features and the shared ones', () => {
    expect(findNamespaceFaults(resolve(import.meta.dirname, '..'))).toEqual([]);
    expect(faultsOf(['common', 'feed', 'photo-import'], ['common', 'feed', 'photo-import'].map(typeOf).join(''))).toEqual([]);
  });

  it('are reported when no feature has the name, or the type is missing or left over', () => {
    expect(faultsOf(['gadgets', 'feed'], typeOf('gadgets') + typeOf('community'))).toEqual([
      'en/feed: web/src/i18n/i18next.d.ts lacks its type',
      'en/gadgets: no feature in contract/src/features.ts has this name',
      'web/src/i18n/i18next.d.ts names en/community, which does not exist',
    ]);
  });
});
