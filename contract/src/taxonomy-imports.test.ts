import { expect, it } from 'vitest';
import { putTaxonomyImport, putTaxonomyImportPart } from './taxonomy-imports.ts';

it('an import needs a file name that is not blank', () => {
  const body = { file_name: 'birds.csv', byte_length: 1, source: 'checklist', is_complete: false };
  expect(putTaxonomyImport.body.safeParse(body).success).toBe(true);
  for (const file_name of ['', '  '])
    expect(putTaxonomyImport.body.safeParse({ ...body, file_name }).error?.issues, `"${file_name}"`).toMatchObject([
      { path: ['file_name'], message: 'required' },
    ]);
});

it.each([
  ['checklist', []],
  ['col-2026.1_nl', []],
  ['x'.repeat(60), []],
  ['x'.repeat(61), ['too_long']],
  ['Checklist', ['source']],
  ['-checklist', ['source']],
  ['check list', ['source']],
  ['starter', ['source']],
])('the name of a source: %s %j', (source, messages) => {
  const body = { file_name: 'birds.csv', byte_length: 1, source, is_complete: false };
  const issues = putTaxonomyImport.body.safeParse(body).error?.issues ?? [];
  expect(issues.map(({ path, message }) => [path.join('.'), message])).toEqual(messages.map((message) => ['source', message]));
});

it('a part of a file starts at a whole number of bytes, from 0', () => {
  const read = (offset: string) => putTaxonomyImportPart.query.safeParse({ offset });
  expect(read('0').data).toEqual({ offset: 0 });
  expect(read('8388608').data).toEqual({ offset: 8_388_608 });
  for (const wrong of ['-1', '1.5', '', 'x']) expect(read(wrong).success, wrong).toBe(false);
});
