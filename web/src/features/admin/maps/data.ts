import {
  addMapFile,
  type AdminMap,
  type AdminMaps,
  type BodyOf,
  deleteMapFile,
  listMaps,
  MAP_PART_BYTES,
  putMapFilePart,
  removeAddedMap,
} from '@veld/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../local/app/veld';
import { KEY } from '../data';

export type { AdminMap, AdminMaps };

/** While a file is being made a map, the list is asked for this often. */
const POLL_MS = 1500;

/** A slow connection still sends a part in this time. */
const PART_TIMEOUT_MS = 110_000;

export function useMaps() {
  const query = useQuery({
    queryKey: [...KEY, 'maps'],
    queryFn: ({ signal }) => api.call(listMaps, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.task ? POLL_MS : false),
  });
  return { maps: query.data?.data, failure: query.data ? null : query.error, retry: () => void query.refetch() };
}

/** Uploads a file in parts; each answer says where to go on. `onProgress` gets the share that is sent. */
export async function sendMapFile(file: File, onProgress: (share: number) => void): Promise<void> {
  let received = 0;
  do {
    onProgress(received / file.size);
    const part = file.slice(received, received + MAP_PART_BYTES);
    const input = { params: { file: file.name }, query: { offset: received, length: file.size }, body: part };
    received = (await api.call(putMapFilePart, input, { timeout: PART_TIMEOUT_MS })).data.received;
  } while (received < file.size);
}

export async function addFile(body: BodyOf<typeof addMapFile>): Promise<void> {
  await api.call(addMapFile, { body });
}

export async function deleteFile(file: string): Promise<void> {
  await api.call(deleteMapFile, { params: { file } });
}

export async function removeMap(id: string): Promise<void> {
  await api.call(removeAddedMap, { params: { id } });
}
