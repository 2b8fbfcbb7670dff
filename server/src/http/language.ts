import { LANGUAGES, type Language } from '@veld/contract';
import Negotiator from 'negotiator';

/** The best supported language for an Accept-Language header; English if none matches. */
export function languageOf(header: string | undefined): Language {
  const wanted = new Negotiator({ headers: { 'accept-language': (header ?? '').slice(0, 200) } }).language([...LANGUAGES]);
  return (wanted as Language | undefined) ?? 'en';
}
