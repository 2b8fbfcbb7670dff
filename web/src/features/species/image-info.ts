import { getTaxonImageInfo } from '@veld/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../local/app/veld';

/** What curators say about the image of a species, in the person's language. Undefined without a connection. */
export function useImageInfo(taxonId: number, hasImage: boolean) {
  const query = useQuery({
    queryKey: ['specie-image-info', taxonId],
    enabled: hasImage,
    queryFn: ({ signal }) => api.call(getTaxonImageInfo, { params: { taxonId: String(taxonId) } }, { signal }),
  });
  return query.data?.data ?? undefined;
}
