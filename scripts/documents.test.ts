import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SETTINGS } from '../server/src/config.ts';
import { findDocumentFaults } from './documents.ts';

describe('documents', () => {
  const root = resolve(import.meta.dirname, '..');
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'veld-documents-'));
    for (const name of ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'package.json'])
      cpSync(join(root, name), join(folder, name));
    mkdirSync(join(folder, 'docs'));
    cpSync(join(root, 'docs/configuration.md'), join(folder, 'docs/configuration.md'));
    writeFileSync(join(folder, 'docs/planted.md'), 'See [this](nowhere.md), run `npm run nothing`.\n');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('tell every setting of the server and no other', () => {
    expect(findDocumentFaults(root, Object.keys(SETTINGS))).toEqual([]);
  });

  it('are reported when they link to nothing, name a missing command, or forget a setting', () => {
    const faults = findDocumentFaults(folder, [...Object.keys(SETTINGS), 'PLANTED']);
    expect(faults).toContain('docs/planted.md links to nowhere.md, which is not there');
    expect(faults).toContain('docs/planted.md names npm run nothing, which does not exist');
    expect(faults).toContain('docs/configuration.md does not say what PLANTED is');
  });
});
