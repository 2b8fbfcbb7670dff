import { z } from 'zod/mini';
import type { UserDatabase } from '../db/database';
import { deviceSetting, validElements } from './device-setting';

/** Ids of the taxa on the wanted list, the last added first. Stored on this device only: the server has no such list. */
export const wantedTaxonIds = deviceSetting('wanted_taxa', validElements(z.int()));

/** Adds a taxon to the list or removes it. Idempotent. */
export function setWanted(database: UserDatabase, taxonId: number, isWanted: boolean): Promise<void> {
  return wantedTaxonIds.update(database, (before) => {
    if (before.includes(taxonId) === isWanted) return before;
    const others = before.filter((id) => id !== taxonId);
    return isWanted ? [taxonId, ...others] : others;
  });
}
