import { isKeyIn } from '@veld/contract';
import type { CSSVariablesResolver, MantineColorsTuple, VariantColorsResolver } from '@mantine/core';

// Colour values are only in tokens.css. This maps the library's colours to them, so that one style sheet defines how each
// theme looks and no colour is computed at run time.

function steps(name: string): MantineColorsTuple {
  const at = (step: number) => `var(--${name}-${step})`;
  return [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8), at(9)];
}

const token = (name: string) => `var(--${name})`;

const moss = steps('moss');
const ochre = steps('ochre');
const water = steps('water');
const brick = steps('brick');
const stone = steps('stone');

/** Our five palettes. The library's own colour names map to them too, so that no other colours are used. */
export const colors = {
  moss,
  ochre,
  water,
  brick,
  stone,
  green: moss,
  lime: moss,
  teal: moss,
  yellow: ochre,
  orange: ochre,
  blue: water,
  cyan: water,
  indigo: water,
  violet: water,
  grape: brick,
  pink: brick,
  red: brick,
  gray: stone,
  // Used by the library in the dark theme only: text, borders and backgrounds from light to dark.
  dark: [
    token('ink'),
    token('ink-soft'),
    token('ink-faint'),
    token('edge'),
    token('line'),
    token('line'),
    token('sheet'),
    token('paper'),
    token('sunk'),
    token('sunk'),
  ] satisfies MantineColorsTuple,
};

interface Family {
  fill: string;
  hover: string;
  on: string;
  ink: string;
  wash: string;
}

const hue = (name: string): Family => ({
  fill: `var(--${name}-fill)`,
  hover: `color-mix(in srgb, var(--${name}-fill) 88%, var(--ink))`,
  on: `var(--on-${name})`,
  ink: `var(--${name}-ink)`,
  wash: `var(--${name}-wash)`,
});

const accent: Family = {
  fill: 'var(--accent)',
  hover: 'var(--accent-hover)',
  on: 'var(--on-accent)',
  ink: 'var(--accent-ink)',
  wash: 'var(--accent-wash)',
};
const neutral: Family = { fill: 'var(--ink-soft)', hover: 'var(--ink)', on: 'var(--paper)', ink: 'var(--ink-soft)', wash: 'var(--sunk)' };

export function family(color: string | undefined): Family {
  const name = color ?? 'moss';
  const tuple = isKeyIn(colors, name) ? colors[name] : undefined;
  if (tuple === ochre) return hue('ochre');
  if (tuple === water) return hue('water');
  if (tuple === brick) return hue('brick');
  if (tuple === stone || tuple === colors.dark) return neutral;
  return accent;
}

export const variantColorResolver: VariantColorsResolver = ({ color, variant }) => {
  const { fill, hover, on, ink, wash } = family(color);
  const deeper = `color-mix(in srgb, ${wash} 86%, ${ink})`;
  switch (variant) {
    case 'filled':
    case 'gradient':
      return { background: fill, hover, color: on, border: '1px solid transparent' };
    case 'light':
      return { background: wash, hover: deeper, color: ink, border: '1px solid transparent' };
    case 'outline':
      return { background: 'transparent', hover: wash, color: ink, border: '1px solid var(--edge)' };
    case 'subtle':
      return { background: 'transparent', hover: wash, color: ink, border: '1px solid transparent' };
    case 'transparent':
      return { background: 'transparent', hover: 'transparent', color: ink, border: '1px solid transparent' };
    default:
      return { background: 'var(--sheet)', hover: 'var(--sunk)', color: 'var(--ink)', border: '1px solid var(--edge)' };
  }
};

export const cssVariablesResolver: CSSVariablesResolver = (theme) => {
  const same: Record<string, string> = {
    '--mantine-primary-color-contrast': 'var(--on-accent)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-error': 'var(--brick-ink)',
    '--mantine-color-success': 'var(--accent-ink)',
    '--mantine-color-placeholder': 'var(--ink-faint)',
    '--mantine-color-anchor': 'var(--accent-ink)',
    '--mantine-color-default': 'var(--sheet)',
    '--mantine-color-default-hover': 'var(--sunk)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-dimmed': 'var(--ink-faint)',
    '--mantine-color-disabled': 'var(--sunk)',
    '--mantine-color-disabled-color': 'var(--ink-faint)',
    '--mantine-color-disabled-border': 'var(--line)',
  };
  for (const color of Object.keys(theme.colors)) {
    const { fill, hover, ink, wash } = family(color);
    same[`--mantine-color-${color}-text`] = ink;
    same[`--mantine-color-${color}-filled`] = fill;
    same[`--mantine-color-${color}-filled-hover`] = hover;
    same[`--mantine-color-${color}-light`] = wash;
    same[`--mantine-color-${color}-light-hover`] = wash;
    same[`--mantine-color-${color}-light-color`] = ink;
    same[`--mantine-color-${color}-outline`] = ink;
    same[`--mantine-color-${color}-outline-hover`] = wash;
  }
  return { variables: {}, light: same, dark: same };
};
