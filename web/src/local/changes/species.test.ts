import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../testing/people';
import { setWanted, wantedTaxonIds } from './species';

describe('the list of wanted taxa', () => {
  it('has the last added first, without duplicates', async () => {
    const database = freshDatabase();
    await setWanted(database, 1001, true);
    await setWanted(database, 1002, true);
    await setWanted(database, 1001, true);
    expect(await wantedTaxonIds.read(database)).toEqual([1002, 1001]);
  });

  it('removes a taxon, idempotently', async () => {
    const database = freshDatabase();
    await setWanted(database, 1001, true);
    await setWanted(database, 1002, true);
    await setWanted(database, 1002, false);
    await setWanted(database, 1002, false);
    expect(await wantedTaxonIds.read(database)).toEqual([1001]);
  });

  it('keeps concurrent changes', async () => {
    const database = freshDatabase();
    await Promise.all([setWanted(database, 1001, true), setWanted(database, 1002, true)]);
    expect((await wantedTaxonIds.read(database)).sort()).toEqual([1001, 1002]);
  });

  it('is empty when the stored value is malformed', async () => {
    const database = freshDatabase();
    await database.settings.put({ key: 'wanted_taxa', value: 'nonsense' });
    expect(await wantedTaxonIds.read(database)).toEqual([]);
    await setWanted(database, 1001, true);
    expect(await wantedTaxonIds.read(database)).toEqual([1001]);
  });

  it('is not visible to another user', async () => {
    const [annas, brams] = [freshDatabase(), freshDatabase()];
    await setWanted(annas, 1001, true);
    expect(await wantedTaxonIds.read(brams)).toEqual([]);
  });
});
