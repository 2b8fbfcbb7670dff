import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'veld-taxonomy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('builds a package that works outside the workspace', () => {
  const out = join(folder, 'node_modules/@veld/taxonomy');
  execFileSync(process.execPath, [resolve(import.meta.dirname, '../build.mjs'), out]);
  writeFileSync(
    join(folder, 'use.mjs'),
    `import { buildIndex, fold, nameLanguages } from '@veld/taxonomy';
     const bird = { id: 1, name: 'Parus major', rank: 'species', group: 'bird', family: null, parent_id: null, accepted_id: null,
       names: { sci: 'Parus major', nl: 'Koolmees' }, name_synonyms: {}, image_url: null, image_attribution: null,
       external_observation_count: 0, rarity_class: 1 };
     const index = buildIndex([bird], { languages: nameLanguages('nl') });
     console.log(JSON.stringify([index.search('par maj')[0].name, fold('Łabędź')]));`,
  );
  expect(execFileSync(process.execPath, [join(folder, 'use.mjs')], { cwd: folder, encoding: 'utf8' }).trim()).toBe('["Koolmees","labedz"]');
  const built = readdirSync(out);
  expect(built).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', 'package.json', 'DESIGN.md', 'LICENSE']));
  expect(built.filter((file) => /test|cases/.test(file))).toEqual([]);
});
