// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { i18next } from '../../../i18n/i18n';
import type { RecordTranslator } from '../../../shared/records/record-labels';
import { loadTexts } from '../../../testing/texts';
import { reasonText } from './suggestion-labels';

const NOW = Date.parse('2026-11-21T10:00:00Z');

describe('why a species is suggested', () => {
  it('says when it was seen, or else when it was recorded', async () => {
    await loadTexts();
    const t = i18next.getFixedT('en') as RecordTranslator<'recording'>;
    const text = (reason: Parameters<typeof reasonText>[0]) =>
      reasonText(reason, { t, language: 'en', country: null, now: NOW, shareText: String });
    expect(text({ kind: 'recent', at: NOW - 13 * 3_600_000 })).toBe('Seen 13 hours ago');
    expect(text({ kind: 'recent_day', day: '2026-11-21' })).toBe('Seen today');
    expect(text({ kind: 'recent_day', day: '2026-11-20' })).toBe('Seen yesterday');
    expect(text({ kind: 'recent_day', day: '2026-11-17' })).toBe('Seen 4 days ago');
    expect(text({ kind: 'recorded', at: NOW - 2 * 3_600_000 })).toBe('Recorded 2 hours ago');
  });

  it('counts in words people use: once, then 2 times', async () => {
    await loadTexts();
    const t = i18next.getFixedT('en') as RecordTranslator<'recording'>;
    const text = (reason: Parameters<typeof reasonText>[0]) =>
      reasonText(reason, { t, language: 'en', country: null, now: NOW, shareText: String });
    expect(text({ kind: 'here', times: 1, when: 'month' })).toBe('Recorded here once in November');
    expect(text({ kind: 'others_here', times: 1, when: 'any' })).toBe('Seen here by others once');
    expect(text({ kind: 'season', times: 1 })).toBe('Recorded by you once at this time of year');
    expect(text({ kind: 'season', times: 2 })).toBe('Recorded by you 2 times at this time of year');
  });
});
