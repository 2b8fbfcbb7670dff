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

/** The colours of the map, from the tokens `--map-*`. */
export type MapColours = Readonly<Record<(typeof NAMES)[number], string>>;

/** A plain grey where there are no style sheets, as in some tests. */
const UNSTYLED = '#888888';

function readColours(): MapColours {
  const style = getComputedStyle(document.documentElement);
  const found = NAMES.map((name) => [name, style.getPropertyValue(`--map-${name}`).trim() || UNSTYLED]);
  return Object.fromEntries(found) as MapColours;
}

const ATTRIBUTES = ['data-mantine-color-scheme', 'data-veld-contrast'];

function themeOfPage(): string {
  return ATTRIBUTES.map((name) => document.documentElement.getAttribute(name)).join(' ');
}

/** Calls back once the page has another theme; what the tokens say is right from then on. */
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
