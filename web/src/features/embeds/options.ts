import { type Language, LANGUAGES } from '@veld/contract';
import { currentLocale } from '../../i18n/locale';

export type EmbedTheme = 'light' | 'dark' | 'contrast';

/** What an embed shows: the counts of the person alone, or with a map. */
export type EmbedType = 'counter' | 'map';

/** Of the map, in pixels. */
const HEIGHT = { least: 120, usual: 280, most: 1000 };

export interface EmbedOptions {
  key: string;
  language: Language;
  /** Null means the reader's. */
  theme: EmbedTheme | null;
  type: EmbedType;
  /** Of the map, in pixels. */
  height: number;
}

/** What the embedding page asks for in the address: `key`, `type`, `lang`, `theme` and `height`. */
export function embedOptionsIn(address: string): EmbedOptions {
  const search = new URLSearchParams(address);
  const wanted = search.get('lang')?.toLowerCase().split('-')[0];
  const height = Number.parseInt(search.get('height') ?? '', 10);
  return {
    key: search.get('key') ?? '',
    language: LANGUAGES.find((one) => one === wanted) ?? currentLocale(),
    theme: (['light', 'dark', 'contrast'] as const).find((one) => one === search.get('theme')) ?? null,
    type: search.get('type') === 'map' ? 'map' : 'counter',
    height: Number.isNaN(height) ? HEIGHT.usual : Math.min(HEIGHT.most, Math.max(HEIGHT.least, height)),
  };
}
