import { LANGUAGES, type Language } from '@veld/contract';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

const MAX_HEADER = 200;
/** Languages by header. Devices send few different ones. */
const known = new LRUCache<string, Language>({ max: 500 });

/** The best supported language for an Accept-Language header; English if none matches. */
export function negotiateLanguage(header: string | undefined): Language {
  const read = (header ?? '').slice(0, MAX_HEADER);
  let language = known.get(read);
  if (!language) {
    const best = new Negotiator({ headers: { 'accept-language': read } }).language([...LANGUAGES]);
    language = LANGUAGES.find((one) => one === best) ?? 'en';
    known.set(read, language);
  }
  return language;
}
