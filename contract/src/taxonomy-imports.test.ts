import { expect, it } from 'vitest';
import { putTaxonomyImport } from './taxonomy-imports.ts';

it('an import needs a file name that is not blank', () => {
  const body = { file_name: 'birds.csv', byte_length: 1, source: 'checklist', is_complete: false };
  expect(putTaxonomyImport.body!.safeParse(body).success).toBe(true);
  for (const file_name of ['', '  '])
    expect(putTaxonomyImport.body!.safeParse({ ...body, file_name }).error?.issues, `"${file_name}"`).toMatchObject([
      { path: ['file_name'], message: 'required' },
    ]);
});
