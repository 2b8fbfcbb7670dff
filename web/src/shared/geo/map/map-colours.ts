import type { PlaceColour } from '@veld/contract';
import { useSyncExternalStore } from 'react';

const NAMES = [
  'land',
  'sea',
  'depth',
  'deep',
  'coast',
  'river',
  'ice',
  'urban',
  'wood',
  'scrub',
  'heath',
  'grass',
  'farm',
  'wetland',
  'rock',
  'sand',
  'building',
  'protected',
  'road',
  'road-edge',
  'road-large',
  'road-middle',
  'road-small',
  'track',
  'path',
  'cycleway',
  'rail',
  'shade',
  'shine',
  'border',
  'state',
  'grid',
  'label',
  'label-soft',
  'label-water',
  'halo',
  'record',
  'record-ring',
  'on-record',
] as const;

/** Of saved places: the same as in lists of them. */
const PLACE_TOKENS: Readonly<Record<PlaceColour, string>> = {
  moss: '--accent-ink',
  ochre: '--ochre-ink',
  water: '--water-ink',
  brick: '--brick-ink',
  stone: '--ink-soft',
};

/** The colours of the map, from the tokens `--map-*`, and those of saved places. */
export type MapColours = Readonly<Record<(typeof NAMES)[number] | `place-${PlaceColour}`, string>>;

/** A plain grey where there are no style sheets, as in some tests. */
const UNSTYLED = '#888888';

function readColours(): MapColours {
  const style = getComputedStyle(document.documentElement);
  const tokens = [
    ...NAMES.map((name) => [name, `--map-${name}`] as const),
    ...Object.entries(PLACE_TOKENS).map(([colour, token]) => [`place-${colour}`, token] as const),
  ];
  const found = tokens.map(([name, token]) => [name, style.getPropertyValue(token).trim() || UNSTYLED]);
  return Object.fromEntries(found) as MapColours;
}

const ATTRIBUTES = ['data-mantine-color-scheme', 'data-veld-contrast'];

function themeOfPage(): string {
  return ATTRIBUTES.map((name) => document.documentElement.getAttribute(name)).join(' ');
}

/** Calls back when the theme of the page has changed and its tokens can be read. */
function onTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ATTRIBUTES });
  return () => observer.disconnect();
}

let latest: { theme: string; colours: MapColours } | null = null;

/** The same object as long as the theme stays the same. */
function coloursOfPage(): MapColours {
  const theme = themeOfPage();
  if (latest?.theme !== theme) latest = { theme, colours: readColours() };
  return latest.colours;
}

export function useMapColours(): MapColours {
  return useSyncExternalStore(onTheme, coloursOfPage);
}
