import { createStore } from 'zustand/vanilla';
import { systemClock } from '../device/clock';
import { inOneTab } from '../device/one-tab';
import { freeBytes } from '../device/room';
import { PackDownloads } from '../tile-requests/downloads';
import type { KeptPack } from '../tile-requests/kept-packs';
import { packFiles } from '../tile-requests/pack-files';
import { api, currentDatabase } from './veld';

/** The offline map that was last stored, or could not be built. */
export const packEnd = createStore<{ last: { pack: KeptPack; isStored: boolean } | null }>(() => ({ last: null }));

const known = new Map<string, Promise<PackDownloads | null>>();

/** The downloads of the logged-in user's offline maps; null where the browser cannot store them. */
export function packDownloads(): Promise<PackDownloads | null> {
  const database = currentDatabase();
  const onEnd = (pack: KeptPack, isStored: boolean) => packEnd.setState({ last: { pack, isStored } });
  const made = () =>
    packFiles(database.userId).then(
      (files) => files && new PackDownloads({ database, api, files, clock: systemClock, free: freeBytes, inOneTab: inThisTab, onEnd }),
    );
  const downloads = known.get(database.userId) ?? made();
  known.set(database.userId, downloads);
  return downloads;
}

const inThisTab = (work: () => Promise<void>) => inOneTab('veld-offline-maps', work);
