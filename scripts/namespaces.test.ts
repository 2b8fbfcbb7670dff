import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findNamespaceFaults } from './namespaces.ts';
import { renderTypes } from './texts/types.ts';

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

  const inApp = (name: string) => ({ name, folder: 'web/src/i18n' });

  it('are the features and the shared ones', () => {
    expect(findNamespaceFaults(resolve(import.meta.dirname, '..'))).toEqual([]);
    const names = ['common', 'feed', 'photo-import'];
    expect(faultsOf(names, renderTypes(names.map(inApp)))).toEqual([]);
  });

  it('are reported when no feature has the name, or the types are of other ones', () => {
    expect(faultsOf(['feed', 'gadgets'], renderTypes(['community', 'feed'].map(inApp)))).toEqual([
      'en/gadgets: no feature in contract/src/features.ts has this name',
      'web/src/i18n/i18next.d.ts is out of date: run npm run texts',
    ]);
  });
});
