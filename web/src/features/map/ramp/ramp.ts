import type { ExpressionSpecification } from 'maplibre-gl';

/** Design tokens of the colour ramp, lowest count first. */
const TOKENS = ['--map-count-1', '--map-count-2', '--map-count-3', '--map-count-4', '--map-count-5'] as const;
/** The count each colour stands for; colours in between are interpolated logarithmically. */
export const RAMP_COUNTS = [1, 10, 100, 1000, 10_000] as const;
/** Fallback where no style sheet is loaded, as in some tests. */
const UNSTYLED = '#888888';

/** The ramp of the current theme, lowest count first. */
function rampColours(): string[] {
  const style = getComputedStyle(document.documentElement);
  return TOKENS.map((name) => style.getPropertyValue(name).trim() || UNSTYLED);
}

/** Colours a feature by the count in one of its properties. */
export function colourByCount(property: string): ExpressionSpecification {
  const stops = rampColours().flatMap((colour, index) => [index, colour]);
  return ['interpolate', ['linear'], ['log10', ['max', 1, ['get', property]]], ...stops] as ExpressionSpecification;
}

/** Colour of single records of other people. */
export function colourOfOne(): string {
  return rampColours()[2]!;
}
