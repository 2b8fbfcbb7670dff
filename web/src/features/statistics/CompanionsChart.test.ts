import { describe, expect, it } from 'vitest';
import { newId } from '../../local/db/ids';
import type { LocalJourney } from '../../local/db/rows';
import { listEntries } from '../journeys/list/entries';
import { journeyContent } from '../journeys/testing/journeys';
import { countCompanions } from './CompanionsChart';

const ben = newId();
const journey = (day: string, ...companions: { user_id: string | null; name: string }[]) => {
  const started_at = `2026-05-${day}T11:00:00Z`;
  return { ...journeyContent({ started_at, ended_at: started_at, companions }), id: newId() } as LocalJourney;
};
const named = (name: string, user_id: string | null = null) => ({ name, user_id });
const of = (journeys: readonly LocalJourney[]) => {
  const filter = { protocol: null, place: null, group: null, isInPeriod: () => true };
  return countCompanions(listEntries(journeys, [], filter)).map(({ name, journeys: count }) => [name, count]);
};

describe('companions', () => {
  it('are the people on most journeys first, with the name that they had last', () => {
    const journeys = [
      journey('01', named('ben', ben), named('Oma')),
      journey('02', named('Ben de Vries', ben)),
      journey('03', named('chen'), named('Ben de Vries', ben)),
      journey('04', named(' oma ')),
    ];
    expect(of(journeys)).toEqual([
      ['Ben de Vries', 3],
      ['oma', 2],
      ['chen', 1],
    ]);
  });

  it('count once on a journey, and are nobody on journeys alone', () => {
    expect(of([journey('01', named('Oma'), named('oma'))])).toEqual([['oma', 1]]);
    expect(of([journey('01')])).toEqual([]);
  });
});
