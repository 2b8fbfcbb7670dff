import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type BodyOf,
  estimateTiles,
  listTileRequests,
  PackSpecies,
  putTileRequest,
  retryTileRequest,
  type TileRequest,
  type TileSpec,
} from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { z } from 'zod/mini';
import { packDownloads } from '../../local/app/pack-downloads';
import { api, currentDatabase } from '../../local/app/veld';
import { newId } from '../../local/db/ids';
import { type DeletedTileRequests, deletedTileRequests, deleteTileRequestLater } from '../../local/changes/tile-requests';
import type { PackDownloads } from '../../local/tile-requests/downloads';
import { type KeptPack, readPacks, findRequestId } from '../../local/tile-requests/kept-packs';
import { packFiles } from '../../local/tile-requests/pack-files';
import { readWhole } from '../../local/tile-requests/read-tiles';

const KEY = ['tile-requests'];
/** So often the server is asked while it builds something. */
const POLL_MS = 3000;
/** It reads tiles of the map, perhaps from another server. */
const ESTIMATE_TIMEOUT_MS = 60_000;

const isBuilding = ({ state }: TileRequest) => state === 'estimating' || state === 'queued' || state === 'building';

/** What the server has of the person, and what may be asked for; as last known without a connection. */
export function useTileRequests() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(listTileRequests, {}, { signal }),
    // What is kept may be from before a request was made or deleted.
    staleTime: 0,
    meta: { persist: true },
    refetchInterval: ({ state }) => (state.data?.data.some(isBuilding) ? POLL_MS : false),
    refetchIntervalInBackground: false,
  });
}

/** An offline map, on the server, on this device or both. */
export interface OfflineMap {
  /** Of the request. */
  id: string;
  name: string;
  server: TileRequest | null;
  /** What is on this device, or on its way to it. */
  kept: KeptPack | null;
  /** A newer version on its way, while the one before stays in use. */
  update: KeptPack | null;
}

/** Whether a newer version of what this device has can be had: the server has built one since, or what it is made of has changed. */
export function hasUpdate({ server, kept, update }: OfflineMap): boolean {
  if (!server || kept?.state !== 'stored' || update) return false;
  const isNewer = server.state === 'ready' && Date.parse(server.ready_at ?? '') > Date.parse(kept.ready_at ?? '');
  return isNewer || server.is_outdated;
}

/** Those that were deleted here since the list was fetched. When the server has deleted one, the list is asked for again. */
function useDeleted(fetchedAt: number): DeletedTileRequests | undefined {
  const database = currentDatabase();
  const client = useQueryClient();
  const deleted = useLiveQuery(() => deletedTileRequests(database, fetchedAt), [database, fetchedAt]);
  const sent = deleted?.sent ?? 0;
  useEffect(() => {
    if (sent > 0) void client.invalidateQueries({ queryKey: KEY });
  }, [client, sent]);
  return deleted;
}

/** The latest first, without those that were deleted here; undefined while loading. */
export function useOfflineMaps(requests: readonly TileRequest[] | undefined, fetchedAt: number): OfflineMap[] | undefined {
  const database = currentDatabase();
  const kept = useLiveQuery(() => readPacks(database), [database]);
  const deleted = useDeleted(fetchedAt);
  if (!kept || !deleted) return undefined;
  const left = (requests ?? []).filter(({ id }) => !deleted.ids.has(id));
  const listed = left.map((server) => mapOf(server.id, server, kept));
  const others = kept.map(findRequestId).filter((id, at, all) => all.indexOf(id) === at && !requests?.some((request) => request.id === id));
  return [...listed, ...others.map((id) => mapOf(id, null, kept))];
}

function mapOf(id: string, server: TileRequest | null, packs: readonly KeptPack[]): OfflineMap {
  const versions = packs.filter((one) => findRequestId(one) === id);
  const kept = versions.find(({ state }) => state === 'stored') ?? versions[0] ?? null;
  const update = versions.find((one) => one !== kept) ?? null;
  return { id, name: (server ?? kept)!.name, server, kept, update };
}

/** The downloads of this page: undefined while loading, null where the browser cannot store them. */
export function useDownloads(): PackDownloads | null | undefined {
  const [downloads, setDownloads] = useState<PackDownloads | null>();
  useEffect(() => {
    packDownloads().then(setDownloads, (error: unknown) => console.error('Offline maps', error));
  }, []);
  return downloads;
}

export function useEstimate(spec: TileSpec | null) {
  return useQuery({
    queryKey: ['tile-estimate', spec],
    queryFn:
      spec === null
        ? skipToken
        : async ({ signal }) => (await api.call(estimateTiles, { body: spec }, { signal, timeout: ESTIMATE_TIMEOUT_MS })).data,
    retry: false,
    staleTime: 60_000,
  });
}

/** What can be done with offline maps. What fails throws a `CallError`. */
export function useMapActions(downloads: PackDownloads | null | undefined) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: KEY });
  /** The download goes on while a screen is open or not. */
  const begin = (request: TileRequest) => {
    downloads?.begin(request).catch((error: unknown) => console.error('Offline map', error));
  };
  return {
    begin,
    async ask(body: BodyOf<typeof putTileRequest>, id = newId()): Promise<void> {
      const { data } = await api.call(putTileRequest, { params: { id }, body });
      begin(data);
      refresh();
    },
    async askAgain(id: string): Promise<void> {
      const { data } = await api.call(retryTileRequest, { params: { id } });
      begin(data);
      refresh();
    },
    /** Fetches a newer version. The one on this device stays in use until it is whole. */
    async update({ id, server }: OfflineMap): Promise<void> {
      if (!server!.is_outdated) return begin(server!);
      const { data } = await api.call(retryTileRequest, { params: { id } });
      begin(data);
      refresh();
    },
    /** From the device at once, and from the server once it can be reached. */
    async remove({ id }: OfflineMap): Promise<void> {
      await deleteTileRequestLater(currentDatabase(), id);
      await (await packDownloads())?.remove(id);
    },
  };
}

const Species = z.array(PackSpecies);

/** The species of an offline map; undefined while loading. */
export function usePackSpecies(pack: KeptPack): PackSpecies[] | null | undefined {
  const { data } = useQuery({
    queryKey: ['pack-species', pack.id, pack.ready_at],
    queryFn: async () => {
      const files = await packFiles(currentDatabase().userId);
      const whole = files && (await readWhole(files, pack, 'species'));
      return whole ? Species.parse(JSON.parse(await whole.text())) : null;
    },
    networkMode: 'always',
    gcTime: 0,
  });
  return data;
}
