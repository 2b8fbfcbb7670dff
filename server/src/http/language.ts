import { LANGUAGES, type Language } from '@veld/contract';
import Negotiator from 'negotiator';

/** The best of our languages for an Accept-Language header; English where none fits. */
export function languageOf(header: string | undefined): Language {
  const wanted = new Negotiator({ headers: { 'accept-language': (header ?? '').slice(0, 200) } }).language([...LANGUAGES]);
  return (wanted as Language | undefined) ?? 'en';
}
