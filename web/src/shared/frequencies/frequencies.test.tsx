// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react';
import { frequencyCell, type User } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { lastPlace } from '../../local/device/last-place';
import { storeFrequencies } from '../../local/testing/frequencies';
import { freshPerson } from '../../local/testing/people';
import { signIn } from '../../testing/render-as';
import { loadTexts } from '../../testing/texts';
import { useLastPlace, useLikelyIn, useLikelyAtLocation } from './data';
import { useFrequencyText, useSourceText } from './words';

const CELL = frequencyCell(52.09, 5.12);
const count = (taxon_id: number, slot: number, lists: number) => ({ taxon_id, cell: CELL, slot, records: lists, lists, people: 1 });

/** What anna's device, which was last in Utrecht, says about the Netherlands on a day. */
async function said(anna: User, day: string) {
  await signIn(anna);
  await loadTexts();
  const { result } = renderHook(() => {
    const likely = useLikelyIn('NL', useLastPlace(), day);
    const [share, source] = [useFrequencyText(), useSourceText()];
    if (likely === undefined) return null;
    const reasons = likely?.species.map(({ lists }) => share({ ...likely, lists }));
    return [source(likely, Number(day.slice(5, 7))), ...(reasons ?? [])];
  });
  await waitFor(() => expect(result.current).not.toBeNull());
  return result.current;
}

describe('frequencies, without a connection', () => {
  it('are numbers in words, of lists near the place, else in the country', async () => {
    const anna = freshPerson('anna', { country_code: 'NL' });
    const database = openUserDatabase(anna.id);
    await storeFrequencies(database, 'NL', [count(0, 42, 40), count(7, 42, 14)]);
    expect(await said(anna, '2026-11-24')).toEqual(['Netherlands: from 40 November lists.', 'Netherlands: on 14 of 40 November lists']);
    await lastPlace.update(database, () => ({ latitude: 52.09, longitude: 5.12, accuracy_m: 9, at: 1 }));
    await waitFor(async () => {
      expect(await said(anna, '2026-11-24')).toEqual(['From 40 November lists near you.', 'On 14 of 40 November lists near you']);
    });
  });

  it('say that there are too few lists, never borrow those of another season', async () => {
    const anna = freshPerson('anna', { country_code: 'NL' });
    await storeFrequencies(openUserDatabase(anna.id), 'NL', [count(0, 16, 400), count(0, 42, 19), count(7, 16, 200), count(7, 42, 14)]);
    expect(await said(anna, '2026-11-24')).toEqual([expect.stringMatching(/^There are too few November lists so far/)]);
  });

  it('are those near a saved place, wherever the device was last, and of its country', async () => {
    const anna = freshPerson('anna', { country_code: 'NL' });
    const database = openUserDatabase(anna.id);
    await storeFrequencies(database, 'BE', [count(0, 42, 40), count(9, 42, 11)]);
    await lastPlace.update(database, () => ({ latitude: 1, longitude: 1, accuracy_m: 9, at: 1 }));
    await signIn(anna);
    const likelyAt = async (place: { latitude: number; longitude: number } | null) => {
      const { result } = renderHook(() => useLikelyAtLocation('BE', place, '2026-11-24'));
      await waitFor(() => expect(result.current).toBeDefined());
      return [result.current?.area, result.current?.country, result.current?.species[0]?.taxon_id];
    };
    expect(await likelyAt({ latitude: 52.09, longitude: 5.12 })).toEqual(['near', 'BE', 9]);
    expect(await likelyAt(null)).toEqual(['country', 'BE', 9]);
  });
});
