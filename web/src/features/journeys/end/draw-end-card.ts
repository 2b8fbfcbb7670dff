import type { MapPicture } from '../../../shared/geo/still/draw-picture';

/** The size of the picture in pixels. */
export const END_CARD = { width: 1080, height: 1350 } as const;

/** Of its map. */
export const END_CARD_MAP = { width: END_CARD.width, height: 520 } as const;

const EDGE = 80;
const INSIDE = END_CARD.width - 2 * EDGE;

/** What the picture of a journey says. */
export interface EndCardTexts {
  title: string;
  figures: readonly { value: string; label: string }[];
  /** What was found for the first time; null for nothing. */
  line: string | null;
  species: readonly string[];
  /** How many species are not named. */
  more: number;
}

const colour = (token: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim() || '#333';

/** Draws the picture in the colours of the theme. `map`: the map with the exact track; null leaves it out. Null if the browser can't draw. */
export async function drawEndCard(texts: EndCardTexts, map: MapPicture | null): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, END_CARD);
  const context = canvas.getContext('2d');
  if (!context) return null;
  await document.fonts?.ready;
  context.fillStyle = colour('paper');
  context.fillRect(0, 0, END_CARD.width, END_CARD.height);
  const write = (text: string, x: number, y: number, size: number, weight = 400, token = 'ink', width = INSIDE) => {
    const fontOf = (pixels: number) => `${weight} ${pixels}px ${colour('font-sans') || 'sans-serif'}`;
    context.font = fontOf(size);
    const scale = Math.min(1, width / Math.max(1, context.measureText(text).width));
    context.font = fontOf(Math.floor(size * scale));
    context.fillStyle = colour(token);
    context.fillText(text, x, y);
  };
  if (map) {
    context.drawImage(map.canvas, 0, 0, END_CARD_MAP.width, END_CARD_MAP.height);
    write(map.credit, EDGE, END_CARD_MAP.height + 34, 22, 400, 'ink-soft');
  }
  const top = map ? END_CARD_MAP.height + 140 : 220;
  write(texts.title, EDGE, top, 76, 700, 'accent-ink');
  const column = INSIDE / Math.max(1, texts.figures.length);
  for (const [index, { value, label }] of texts.figures.entries()) {
    write(value, EDGE + index * column, top + 120, 64, 700, 'ink', column - 20);
    write(label, EDGE + index * column, top + 168, 34, 400, 'ink-soft', column - 20);
  }
  let y = top + 260;
  if (texts.line !== null) {
    write(texts.line, EDGE, y, 38, 600);
    y += 80;
  }
  // What does not fit above the name of the app is counted.
  const room = Math.max(1, Math.floor((END_CARD.height - 130 - y) / 54));
  const isCut = texts.species.length > room;
  const named = isCut ? texts.species.slice(0, room - 1) : texts.species;
  for (const name of named) {
    write(name, EDGE, y, 36);
    y += 54;
  }
  const rest = texts.species.length - named.length + Math.max(0, texts.more);
  if (rest > 0) write(`+ ${rest}`, EDGE, y, 36, 400, 'ink-soft');
  write('Veld', EDGE, END_CARD.height - 50, 36, 600, 'accent-ink');
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}
