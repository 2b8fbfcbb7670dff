import {
  type BodyOf,
  type CurrentImage,
  getCurrentImage,
  lockImage,
  putImageDetails,
  putImageRejection,
  revertImage,
} from '@veld/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { newId } from '../../local/db/ids';
import { api } from '../../local/app/veld';
import type { Candidate } from './candidates';
import { imageChanged } from './data';

export type DetailsChange = Omit<BodyOf<typeof putImageDetails>, 'write_id' | 'media_id'>;

const paramsOf = (taxonId: number) => ({ taxonId: String(taxonId) });
/** Making the sizes of another part of a picture takes a moment. */
const RENDER_LIMIT_MS = 60_000;

/** The image of a species with its details and history, from the server. */
export function useCurrentImage(taxonId: number) {
  return useQuery({
    queryKey: ['specie-image', taxonId],
    queryFn: ({ signal }) => api.call(getCurrentImage, { params: paramsOf(taxonId) }, { signal }),
  });
}

/** Changes to the image of a species. Each is shown at once, here and in the lists. */
export function useImageActions(taxonId: number) {
  const client = useQueryClient();
  const refresh = useCallback(async () => {
    imageChanged(taxonId);
    await client.invalidateQueries({ queryKey: ['specie-image', taxonId] });
  }, [client, taxonId]);
  return {
    refresh,
    async edit(image: CurrentImage, change: DetailsChange): Promise<void> {
      const body = { ...change, media_id: image.media_id, write_id: newId() };
      await api.call(putImageDetails, { params: paramsOf(taxonId), body }, { timeout: RENDER_LIMIT_MS });
      await refresh();
    },
    async revert(changeId: string | null, reason: string): Promise<void> {
      const body = { write_id: newId(), change_id: changeId, reason };
      await api.call(revertImage, { params: paramsOf(taxonId), body }, { timeout: RENDER_LIMIT_MS });
      await refresh();
    },
    async lock(isLocked: boolean): Promise<void> {
      await api.call(lockImage, { params: paramsOf(taxonId), body: { write_id: newId(), is_locked: isLocked } });
      await refresh();
    },
  };
}

/** Returns to the image before the last change, or to none. */
export async function undoImage(taxonId: number): Promise<void> {
  const { history } = await api.call(getCurrentImage, { params: paramsOf(taxonId) });
  const body = { write_id: newId(), change_id: history[1]?.id ?? null };
  await api.call(revertImage, { params: paramsOf(taxonId), body }, { timeout: RENDER_LIMIT_MS });
  imageChanged(taxonId);
}

/** Stops offering a candidate for a species, or offers it again. */
export async function rejectCandidate(taxonId: number, candidate: Candidate, isRejected: boolean): Promise<void> {
  const source = candidate.url.startsWith('/api/media/') ? 'own' : candidate.source === 'commons' ? 'commons' : 'inaturalist';
  await api.call(putImageRejection, { params: paramsOf(taxonId), body: { source, id: candidate.id, is_rejected: isRejected } });
}
