import { TAXON_GROUPS } from '@veld/contract/vocabulary';
import { describe, expect, test } from 'vitest';
import sheet from './tokens.css?raw';

const css = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '');

type Tokens = ReadonlyMap<string, string>;

function tokensOf(selector: RegExp, ground?: Tokens): Tokens {
  const found = new Map(ground);
  for (const [, selectors, body] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!selector.test(selectors!.trim())) continue;
    for (const [, name, value] of body!.matchAll(/--([\w-]+):\s*([^;]+);/g)) found.set(name!, value!.trim());
  }
  return found;
}

const day = tokensOf(/^:root(,\s*\[data-mantine-color-scheme='light'\])?$/);
const themes: Record<string, Tokens> = {
  day,
  dusk: tokensOf(/^\[data-mantine-color-scheme='dark'\]$/, day),
  contrast: tokensOf(/\[data-veld-contrast\]$/, day),
};

type Colour = [number, number, number];

function colour(tokens: Tokens, name: string): Colour {
  const value = tokens.get(name);
  const hex = value?.match(/^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i);
  if (!hex) throw new Error(`--${name} is not a plain colour: ${value}`);
  return [parseInt(hex[1]!, 16), parseInt(hex[2]!, 16), parseInt(hex[3]!, 16)];
}

/** WCAG 2.2: relative luminance and contrast ratio. */
function luminance(rgb: Colour): number {
  const [r, g, b] = rgb.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function ratio(one: Colour, other: Colour): number {
  const [high, low] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high! + 0.05) / (low! + 0.05);
}

/** What `color-mix(in srgb, <group> <share>, <ground>)` gives: the pale ground of a group's picture. */
function wash(tokens: Tokens, group: string, ground: string): Colour {
  const share = Number.parseFloat(tokens.get('group-wash')!) / 100;
  const top = colour(tokens, `group-${group}`);
  return colour(tokens, ground).map((part, index) => part * (1 - share) + top[index]! * share) as Colour;
}

const GROUNDS = ['paper', 'sheet', 'sunk'];
const TEXT: [string, string[]][] = [
  ['ink', [...GROUNDS, 'accent-wash', 'ochre-wash', 'water-wash', 'brick-wash']],
  ['ink-soft', [...GROUNDS, 'accent-wash']],
  ['ink-faint', GROUNDS],
  ['accent-ink', [...GROUNDS, 'accent-wash']],
  ['on-accent', ['accent', 'accent-hover']],
  ...['ochre', 'water', 'brick'].flatMap((hue): [string, string[]][] => [
    [`${hue}-ink`, [...GROUNDS, `${hue}-wash`]],
    [`on-${hue}`, [`${hue}-fill`]],
  ]),
  ['map-label', ['map-land', 'map-halo']],
  ['map-label-water', ['map-sea', 'map-depth', 'map-deep']],
  ['map-on-record', ['map-record']],
];
const SHAPES: [string, string[]][] = [
  ['edge', ['paper', 'sheet']],
  ['accent', GROUNDS],
  ['focus', [...GROUNDS, 'accent-wash']],
  ['brick-fill', GROUNDS],
  ['water-fill', GROUNDS],
  ['map-record', ['map-land', 'map-sea', 'map-deep', 'map-ice']],
];

test('contrast is computed correctly: black on white is 21:1, #767676 just passes, #777777 just fails', () => {
  expect(ratio([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
  expect(ratio([0x76, 0x76, 0x76], [255, 255, 255])).toBeGreaterThan(4.5);
  expect(ratio([0x77, 0x77, 0x77], [255, 255, 255])).toBeLessThan(4.5);
});

describe.each(Object.entries(themes))('theme %s', (theme, tokens) => {
  test.each(TEXT)('text in %s is readable on its backgrounds', (text, grounds) => {
    for (const ground of grounds) {
      const least = theme === 'contrast' ? 7 : 4.5;
      expect(ratio(colour(tokens, text), colour(tokens, ground)), `--${text} on --${ground}`).toBeGreaterThanOrEqual(least);
    }
  });

  test.each(SHAPES)('shapes in %s are visible on their backgrounds', (shape, grounds) => {
    for (const ground of grounds)
      expect(ratio(colour(tokens, shape), colour(tokens, ground)), `--${shape} on --${ground}`).toBeGreaterThanOrEqual(3);
  });

  test.each(TAXON_GROUPS)('the icon of the group %s stands out from its pale background', (group) => {
    for (const ground of GROUNDS)
      expect(ratio(colour(tokens, `group-${group}`), wash(tokens, group, ground)), ground).toBeGreaterThanOrEqual(3);
  });
});
