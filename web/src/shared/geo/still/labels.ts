import type { MapColours } from '../map/map-colours';
import type { Schema } from '../map/sources/schemas';
import type { StillView } from './projection';
import type { GroundTile } from './tiles';

export interface LabelOptions {
  colours: MapColours;
  /** Enlarges letters for people with large text. */
  scale: number;
  language: string;
  countryName: (code: string) => string;
  /** Of tiles that are not those of the built-in map. */
  schema?: Schema | undefined;
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
  const { schema } = options;
  const labels = tiles
    .flatMap((tile) => (schema ? placesOf(tile, schema, options) : labelsOf(tile, view.zoom, options)))
    .toSorted((one, other) => one.rank - other.rank);
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

type NamedPoint = Omit<Label, 'x' | 'y' | 'size'> & { px: number };

/** The names at the points of a layer. */
function namesIn(tile: GroundTile, layer: string, scale: number, one: (properties: Properties) => NamedPoint | null): Label[] {
  const points = tile.layers[layer];
  const labels: Label[] = [];
  for (let i = 0; points && i < points.length; i++) {
    const feature = points.feature(i);
    const at = feature.loadGeometry()[0]?.[0];
    // A point beyond the edge belongs to the next tile.
    if (!at || at.x < 0 || at.y < 0 || at.x >= feature.extent || at.y >= feature.extent) continue;
    const named = one(feature.properties);
    if (!named) continue;
    const toPixels = tile.side / feature.extent;
    const { px, ...label } = named;
    labels.push({ ...label, size: px * scale, x: tile.left + at.x * toPixels, y: tile.top + at.y * toPixels });
  }
  return labels;
}

/** Countries and seas first when zoomed out, towns first when zoomed in. */
function labelsOf(tile: GroundTile, zoom: number, { colours, scale, language, countryName }: LabelOptions): Label[] {
  const isClose = zoom >= 4.8;
  const named = (properties: Properties) => String(properties[language] ?? properties.name ?? '');
  const rankOf = (properties: Properties) => Number(properties.rank ?? 50);
  const countries = (properties: Properties) => ({
    text: properties.iso ? countryName(String(properties.iso)) : named(properties),
    font: FONTS.strong,
    px: 12,
    colour: colours['label-soft'],
    rank: rankOf(properties) + (isClose ? 40 : 0),
  });
  const places = (properties: Properties) => ({
    text: named(properties),
    font: properties.capital === undefined ? FONTS.plain : FONTS.strong,
    px: 12,
    colour: colours.label,
    rank: rankOf(properties) + (properties.capital === undefined ? 0 : -5) + (isClose ? 0 : 40),
  });
  const seas = (properties: Properties) => ({
    text: named(properties),
    font: FONTS.water,
    px: 12,
    colour: colours['label-water'],
    rank: rankOf(properties) + 20,
  });
  return [
    ...(zoom < 7 ? namesIn(tile, 'country', scale, countries) : []),
    ...namesIn(tile, 'place', scale, places),
    ...namesIn(tile, 'sea', scale, seas),
  ];
}

/** The places in a tile of a map of the operator. */
function placesOf(tile: GroundTile, { place, placeRank }: Schema, { colours, scale, language }: LabelOptions): Label[] {
  return namesIn(tile, place.layer, scale, (properties) => {
    if (place.values && !place.values.includes(String(properties[place.property!]))) return null;
    const text = String(properties[`name:${language}`] ?? properties[`name_${language}`] ?? properties.name ?? '');
    const rank = Number(properties[placeRank.property] ?? (placeRank.isLowFirst ? 99 : 0));
    return text ? { text, font: FONTS.plain, px: 12, colour: colours.label, rank: placeRank.isLowFirst ? rank : -rank } : null;
  });
}

type Properties = Record<string, string | number | boolean>;
