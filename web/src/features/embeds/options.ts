import { EMBED_SIZES, type EmbedType, type Language, LANGUAGES } from '@veld/contract';
import { currentLocale } from '../../i18n/locale';

export type EmbedTheme = 'light' | 'dark' | 'contrast';

const TYPES = Object.keys(EMBED_SIZES) as EmbedType[];

/** Of the map, in pixels. */
const HEIGHT = { least: 120, usual: 280, most: 1000 };

export interface EmbedOptions {
  key: string;
  language: Language;
  /** Null means the reader's. */
  theme: EmbedTheme | null;
  type: EmbedType;
  /** Of `species` and `records`: only this taxon. */
  taxonId: string | null;
  /** Of `project`. */
  projectId: string | null;
  /** Of `view`: what the server is asked, without the key. */
  view: string;
  /** Of the map, in pixels. */
  height: number;
}

/** What the embedding page asks for in the address: `key`, `type`, `taxon`, `lang`, `theme` and `height`, and of a view its filter. */
export function embedOptionsIn(address: string): EmbedOptions {
  const search = new URLSearchParams(address);
  // Of two keys, the server would take another one.
  const keys = search.getAll('key');
  const wanted = search.get('lang')?.toLowerCase().split('-')[0];
  const height = Number.parseInt(search.get('height') ?? '', 10);
  return {
    key: keys.length === 1 ? keys[0]! : '',
    language: LANGUAGES.find((one) => one === wanted) ?? currentLocale(),
    theme: (['light', 'dark', 'contrast'] as const).find((one) => one === search.get('theme')) ?? null,
    type: TYPES.find((one) => one === search.get('type')) ?? 'counter',
    projectId: search.get('project'),
    view: viewIn(search),
    taxonId: /^\d{1,10}$/.test(search.get('taxon') ?? '') ? search.get('taxon') : null,
    height: Number.isNaN(height) ? HEIGHT.usual : Math.min(HEIGHT.most, Math.max(HEIGHT.least, height)),
  };
}

/** Everything but what this page reads by itself, so that the server refuses what nobody understands. */
function viewIn(search: URLSearchParams): string {
  const view = new URLSearchParams(search);
  for (const name of ['key', 'type', 'lang', 'theme', 'height']) view.delete(name);
  return view.toString();
}

/** Sets the attributes that the tokens are chosen by. */
export function applyTheme(theme: EmbedTheme): void {
  const root = document.documentElement;
  root.setAttribute('data-mantine-color-scheme', theme === 'dark' ? 'dark' : 'light');
  root.toggleAttribute('data-veld-contrast', theme === 'contrast');
}
