import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SETTINGS } from '../server/src/config.ts';
import { findDocumentFaults } from './documents.ts';

/** Assembled from parts, so that this file does not itself cite what does not exist. */
const DECISIONS = 'docs/decisions';
const PLANTED = ['docs', 'planted.md'].join('/');
const ARTICLE = ['server/starter/articles/planted', 'en.md'].join('/');
const UNKNOWN = '0'.concat('999');
const COMMENT = '/'.repeat(2);

describe('documents', () => {
  const root = resolve(import.meta.dirname, '..');
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'veld-documents-'));
    for (const name of ['CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'package.json']) cpSync(join(root, name), join(folder, name));
    mkdirSync(join(folder, 'docs/decisions'), { recursive: true });
    mkdirSync(join(folder, 'web/src/feed'), { recursive: true });
    for (const name of ['docs/configuration.md', 'docs/faults.md', 'docs/decisions/0013-absence.md'])
      cpSync(join(root, name), join(folder, name));
    writeFileSync(
      join(folder, PLANTED),
      '# A page: one\n\n## Again\n\n## Again\n\n```md\n# No heading\n```\n' +
        '[One](#a-page-one), [two](planted.md#again-1), [three](#again-2), [four](planted.md#no-heading)\n' +
        'See [this](nowhere.md), run `npm run nothing`. `web/src/feed/<any>.tsx` is there, `web/src/gone/a.ts` and `gone.ts` are not.\n' +
        '```ts web/src/feed/new.ts\n```\nYou make `web/src/feed/new.ts`.\n',
    );
    for (const name of ['one', 'two']) writeFileSync(join(folder, DECISIONS, `9999-${name}.md`), '# A decision\n');
    mkdirSync(join(folder, 'web/src/features/feed'), { recursive: true });
    writeFileSync(
      join(folder, 'web/src/features/feed/feature.ts'),
      "export const screens = [{ name: 'a', path: '/feed' }, { name: 'b', path: '/species/:id' }];\n",
    );
    mkdirSync(join(folder, 'server/starter/articles/planted'), { recursive: true });
    writeFileSync(join(folder, ARTICLE), '[Feed](/feed), [a species](/species/5?tab=map), [nothing](/nothing), [too far](/species/5/6)\n');
    writeFileSync(
      join(folder, 'web/src/feed/a.tsx'),
      `${COMMENT} decision 0013, decision ${UNKNOWN}, areas.md, faults.md C1, faults.md C99`,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('have only valid links, paths, commands, citations and settings', () => {
    expect(findDocumentFaults(root, Object.keys(SETTINGS))).toEqual([]);
  });

  it('are reported when what they name does not exist', () => {
    const faults = findDocumentFaults(folder, [...Object.keys(SETTINGS), 'PLANTED']);
    const planted = faults.filter((fault) =>
      /^(docs\/planted|docs\/decisions\/9999|docs\/configuration.*PLANTED|server\/starter|web|README)/.test(fault),
    );
    expect(planted.sort()).toEqual([
      'README.md is missing',
      'docs/configuration.md does not describe PLANTED',
      `${DECISIONS}/9999-one.md and ${DECISIONS}/9999-two.md have the same number`,
      `${PLANTED} cites nowhere.md, which does not exist`,
      `${PLANTED} links to #again-2, a heading that does not exist`,
      `${PLANTED} links to nowhere.md, which does not exist`,
      `${PLANTED} links to planted.md#no-heading, a heading that does not exist`,
      `${PLANTED} names gone.ts, which does not exist`,
      `${PLANTED} names npm run nothing, which does not exist`,
      `${PLANTED} names web/src/gone/a.ts, which does not exist`,
      `${ARTICLE} links to /nothing, which does not exist`,
      `${ARTICLE} links to /species/5/6, which does not exist`,
      'web/src/feed/a.tsx cites areas.md, which does not exist',
      `web/src/feed/a.tsx cites decision ${UNKNOWN}, which does not exist`,
      'web/src/feed/a.tsx cites row C99 of docs/faults.md, which does not exist',
    ]);
  });
});
