import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@veld/contract';
import { expect, it } from 'vitest';
import { GROUP_LABELS } from './group-labels.ts';

it.each(LANGUAGES)('the labels of taxa with the same name are the groups as the app says them: %s', (language) => {
  expect(GROUP_LABELS[language]).toEqual({ ...groupsIn('en'), ...groupsIn(language) });
});

function groupsIn(language: string): Record<string, string> {
  const file = join(import.meta.dirname, '../../../../web/src/i18n', language, 'common.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { group: Record<string, string> }).group;
}
