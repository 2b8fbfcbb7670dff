import type { UserDatabase } from '../db/database';

/** Under which the species somebody wants to see are kept. The list is this device's own until it has a call of its own. */
const WANTED = 'wanted_taxa';

/** The last wanted first. */
export async function wantedTaxonIds(database: UserDatabase): Promise<number[]> {
  const row = await database.read(() => database.settings.get(WANTED));
  return idsIn(row?.value);
}

/** Puts a species on the list, or takes it off. Repeating it changes nothing. */
export async function setWanted(database: UserDatabase, taxonId: number, isWanted: boolean): Promise<void> {
  await database.write('settings', [database.settings], async () => {
    const before = idsIn((await database.settings.get(WANTED))?.value);
    if (before.includes(taxonId) === isWanted) return;
    const rest = before.filter((id) => id !== taxonId);
    await database.settings.put({ key: WANTED, value: isWanted ? [taxonId, ...rest] : rest });
  });
}

function idsIn(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((id): id is number => Number.isInteger(id)) : [];
}
