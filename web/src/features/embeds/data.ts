import { getEmbedCounter, type Language, LANGUAGES } from '@veld/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { api } from '../../local/app/veld';
import { useLanguage } from '../accounts/data';

const AGAIN_MS = 5 * 60_000;

/** The counts of the user whose embed key is in the URL; requested without a session. */
export function useCounter() {
  const [search] = useSearchParams();
  const key = search.get('key') ?? '';
  const { data, isError, refetch } = useQuery({
    queryKey: ['embed', key],
    queryFn: ({ signal }) => api.call(getEmbedCounter, { query: { key } }, { token: null, signal }),
    refetchInterval: AGAIN_MS,
  });
  return { counter: data?.data, hasFailed: isError, retry: refetch };
}

export type EmbedTheme = 'light' | 'dark' | 'contrast';

/** Language and theme requested by the embedding page; theme null means the reader's. */
export function useEmbedOptions(): { language: Language; theme: EmbedTheme | null } {
  const [search] = useSearchParams();
  const own = useLanguage();
  const wanted = search.get('lang')?.toLowerCase().split('-')[0];
  const theme = (['light', 'dark', 'contrast'] as const).find((one) => one === search.get('theme')) ?? null;
  return { language: LANGUAGES.find((one) => one === wanted) ?? own, theme };
}
