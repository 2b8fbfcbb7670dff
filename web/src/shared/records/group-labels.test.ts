// @vitest-environment happy-dom
import { groupFields, GROUP_FIELD_NAMES, LANGUAGES, ObservationDraft } from '@veld/contract';
import type { GroupField } from '@veld/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { i18next } from '../../i18n/i18n';
import { loadTexts } from '../../testing/texts';
import { attributeLines, groupChoiceLabel } from './group-labels';
import { conflictLines } from '../../features/outbox/outbox-labels';
import type { OutboxItem } from '../../local/db/rows';
import type { RecordTranslator } from './record-labels';

const wordsOf = (language: string) => i18next.getFixedT(language, ['observations', 'common']) as unknown as RecordTranslator;

describe('labels of group fields', () => {
  beforeAll(loadTexts);

  it('exist for every choice in every language, and differ within a field', async () => {
    for (const language of LANGUAGES) {
      await i18next.changeLanguage(language);
      const t = wordsOf(language);
      for (const name of GROUP_FIELD_NAMES) {
        const field: GroupField = groupFields[name];
        const words = (field.choices ?? []).map((choice) => groupChoiceLabel(name, choice, t));
        expect(words.filter((word) => word.includes('choice.'))).toEqual([]);
        expect(new Set(words).size, `${language} ${name}: ${words.join(', ')}`).toBe(words.length);
      }
    }
  });

  it('include entered fields and the table of counts, and no empty ones', async () => {
    await i18next.changeLanguage('en');
    const lines = attributeLines({ behaviour: 'singing', n_female_adult: 2, n_unknown_unknown: 1, nest: true }, wordsOf('en'), 'en');
    expect(lines.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Behaviour: Singing',
      'Count by sex and life stage: 2 × Female, Adult · 1 × Unknown, Unknown',
    ]);
  });

  it('name the field of a conflict and both values', async () => {
    await i18next.changeLanguage('en');
    const side = (change: object) => ObservationDraft.parse({ taxon_id: 7, geoprivacy: 'private', ...change });
    const item = {
      kind: 'record',
      input: { body: side({ attributes: { habitat: 'fresh_water' }, geoprivacy_until: '2026-08-01' }) },
      conflict: { current: side({ attributes: { habitat: 'marsh' } }), clashes: ['attributes.habitat', 'geoprivacy'] },
    } as unknown as OutboxItem;
    const [habitat, sharing] = conflictLines(item, { mine: null, theirs: null }, wordsOf('en'), 'en');
    expect(habitat).toEqual({ label: 'Habitat', mine: 'Fresh water', theirs: 'Marsh' });
    expect(sharing!.mine).toMatch(/^Private, Hidden until .*2026/);
    expect(sharing!.theirs).toBe('Private');
  });
});
