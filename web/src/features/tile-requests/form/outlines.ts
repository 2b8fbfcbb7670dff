import { useQuery } from '@tanstack/react-query';

/** The outlines of a country. They are loaded late, because all countries are one file. */
export function useOutlines(country: string | null) {
  return useQuery({
    queryKey: ['country-outlines', country],
    queryFn: async () => (await import('@veld/geography')).countryOutlines(country!),
    enabled: country !== null,
    networkMode: 'always',
    staleTime: Infinity,
  });
}
