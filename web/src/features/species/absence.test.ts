import { isTick } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { ownObservations, saveObservation, seenTaxonIds } from '../../local/records/observations';
import { anna, freshDatabase, observer } from '../../local/testing/people';
import { summarizeTaxon } from '../../shared/taxa/data';
import { speciesInView } from './species-list';
import { countSpecies, localObservation, localTaxon, declarePhoto } from './testing/rows';
import { addTick, removeTicks } from './ticks';

const everything = { country: null, period: 'all', today: '2026-05-09' } as const;
const user = observer(anna);
const [swan, crane] = [localTaxon(1002), localTaxon(1003)];

describe('an absence in the species lists', () => {
  it('does not mark its species as seen, and adds no photo, first or last day', () => {
    const absence = { taxon_id: 1002, observed_on: '2026-05-01', count: 0, media: declarePhoto() };
    expect(countSpecies([localObservation(absence)], everything).size).toBe(0);
    const own = countSpecies([localObservation(absence), localObservation({ taxon_id: 1002, observed_on: '2026-04-01' })], everything);
    expect(own.get(1002)).toMatchObject({ records: 1, pictured: [], first: '2026-04-01', last: '2026-04-01' });
    const onlyAbsent = countSpecies([localObservation(absence), localObservation({ taxon_id: 1003, count: 1 })], everything);
    const shown = (view: 'seen' | 'not_seen' | 'photographed') =>
      speciesInView([swan, crane], view, onlyAbsent, new Set()).map(({ id }) => id);
    expect([shown('seen'), shown('not_seen'), shown('photographed')]).toEqual([[1003], [1002], []]);
  });

  it('is not a tick, and is not removed with the ticks', async () => {
    expect(isTick(localObservation({ taxon_id: 1002, count: 0 }))).toBe(false);
    const database = freshDatabase();
    const absence = await saveObservation(database, { taxon_id: 1002, count: 0 }, [], { user });
    await addTick(database, anna, summarizeTaxon(swan));
    expect([...(await seenTaxonIds(database))]).toEqual([1002]);
    await removeTicks(database, 1002);
    expect((await ownObservations(database)).map(({ id }) => id)).toEqual([absence]);
    expect([...(await seenTaxonIds(database))]).toEqual([]);
  });
});
