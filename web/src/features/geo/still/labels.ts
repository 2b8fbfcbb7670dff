import type { MapColours } from '../map/map-colours';
import type { StillView } from './projection';
import type { GroundTile } from './tiles';

export interface LabelOptions {
  colours: MapColours;
  /** Enlarges letters for people with large text. */
  scale: number;
  language: string;
  countryName: (code: string) => string;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Label {
  text: string;
  x: number;
  y: number;
  font: string;
  size: number;
  colour: string;
  /** The smaller, the earlier it gets its place. */
  rank: number;
}

const SANS = '"Source Sans 3 Variable", "Source Sans 3", "Segoe UI", system-ui, sans-serif';
const SERIF = '"Source Serif 4 Variable", "Source Serif 4", Georgia, serif';
export const FONTS = { plain: `400 {px} ${SANS}`, strong: `600 {px} ${SANS}`, water: `italic 400 {px} ${SERIF}` };

/** More names make a small map hard to read. */
const PX_PER_LABEL = 9000;
const SPACE_PX = 6;

/** Draws the most important names that have room beside what is already in the view. */
export function drawLabels(
  context: CanvasRenderingContext2D,
  view: StillView,
  tiles: readonly GroundTile[],
  taken: readonly Box[],
  options: LabelOptions,
): void {
  const boxes = [...taken];
  const drawn = new Set<string>();
  const most = Math.max(3, Math.round((view.width * view.height) / PX_PER_LABEL));
  const labels = tiles.flatMap((tile) => labelsOf(tile, view.zoom, options)).toSorted((one, other) => one.rank - other.rank);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  for (const label of labels) {
    if (drawn.size >= most) return;
    if (drawn.has(label.text)) continue;
    context.font = label.font.replace('{px}', `${label.size}px`);
    const half = context.measureText(label.text).width / 2 + SPACE_PX;
    const placed = STEPS.map((step) => ({ ...label, y: label.y + step * label.size }))
      .map((one) => ({ ...one, box: boxOf(one, half) }))
      .find(({ box }) => isWithin(box, view) && !boxes.some((other) => overlap(other, box)));
    if (!placed) continue;
    boxes.push(placed.box);
    drawn.add(label.text);
    context.strokeStyle = options.colours.halo;
    context.lineWidth = 2.4;
    context.strokeText(label.text, placed.x, placed.y);
    context.fillStyle = label.colour;
    context.fillText(label.text, placed.x, placed.y);
  }
}

/** A name whose place is taken is written above or below it, in heights of its letters. */
const STEPS = [0, -1.5, 1.5];

const boxOf = ({ x, y, size }: Label, half: number): Box => ({
  left: x - half,
  right: x + half,
  top: y - size * 0.75,
  bottom: y + size * 0.75,
});

const isWithin = ({ left, top, right, bottom }: Box, { width, height }: StillView) =>
  left >= 0 && top >= 0 && right <= width && bottom <= height;

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Countries and seas first when zoomed out, towns first when zoomed in. */
function labelsOf(tile: GroundTile, zoom: number, { colours, scale, language, countryName }: LabelOptions): Label[] {
  const isClose = zoom >= 4.8;
  const labels: Label[] = [];
  const add = (layer: string, one: (properties: Properties) => Omit<Label, 'x' | 'y' | 'size'> & { px: number }) => {
    const points = tile.layers[layer];
    for (let i = 0; points && i < points.length; i++) {
      const feature = points.feature(i);
      const at = feature.loadGeometry()[0]?.[0];
      // A point beyond the edge belongs to the next tile.
      if (!at || at.x < 0 || at.y < 0 || at.x >= feature.extent || at.y >= feature.extent) continue;
      const toPixels = tile.side / feature.extent;
      const { px, ...label } = one(feature.properties);
      labels.push({ ...label, size: px * scale, x: tile.left + at.x * toPixels, y: tile.top + at.y * toPixels });
    }
  };
  const named = (properties: Properties) => String(properties[language] ?? properties.name ?? '');
  const rankOf = (properties: Properties) => Number(properties.rank ?? 50);
  if (zoom < 7)
    add('country', (properties) => ({
      text: properties.iso ? countryName(String(properties.iso)) : named(properties),
      font: FONTS.strong,
      px: 12,
      colour: colours['label-soft'],
      rank: rankOf(properties) + (isClose ? 40 : 0),
    }));
  add('place', (properties) => ({
    text: named(properties),
    font: properties.capital === undefined ? FONTS.plain : FONTS.strong,
    px: 12,
    colour: colours.label,
    rank: rankOf(properties) + (properties.capital === undefined ? 0 : -5) + (isClose ? 0 : 40),
  }));
  add('sea', (properties) => ({
    text: named(properties),
    font: FONTS.water,
    px: 12,
    colour: colours['label-water'],
    rank: rankOf(properties) + 20,
  }));
  return labels;
}

type Properties = Record<string, string | number | boolean>;
