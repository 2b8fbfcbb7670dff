import { getTaxonImageInfo } from '@veld/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../local/app/veld';

/** What curators say about the image of a species, in the person's language, as far as it is known. */
export function useImageInfo(taxonId: number, hasImage: boolean) {
  const { data, isLoading } = useQuery({
    queryKey: ['specie-image-info', taxonId],
    enabled: hasImage,
    queryFn: ({ signal }) => api.call(getTaxonImageInfo, { params: { taxonId: String(taxonId) } }, { signal }),
    meta: { persist: true },
  });
  return { info: data?.data ?? undefined, isLoading };
}
