import type { Map as MapLibre } from 'maplibre-gl';

/** Outlines on a square of 24. `peak` stands alone; the others are white on a disc. */
const OUTLINES: Readonly<Record<string, string>> = {
  peak: 'M12 7 L17 16 L7 16 Z',
  hide: 'M5 18 L5 11 L12 6 L19 11 L19 18 M8 12.5 L16 12.5',
  parking: 'M9 18 L9 6 L13 6 A3.5 3.5 0 0 1 13 13 L9 13',
  viewpoint:
    'M4.5 12 C7 8 9.5 6.8 12 6.8 C14.5 6.8 17 8 19.5 12 C17 16 14.5 17.2 12 17.2 C9.5 17.2 7 16 4.5 12 M12 10 A2 2 0 1 0 12 14 A2 2 0 1 0 12 10',
  tower: 'M8 19 L10 9 L14 9 L16 19 M7.5 9 L16.5 9 L15.5 5.5 L8.5 5.5 Z M9 14.5 L15 14.5',
  hut: 'M5 12 L12 6 L19 12 M7 11 L7 18 L17 18 L17 11',
  information: 'M12 11 L12 18 M12 6.6 L12 7.4',
  cave: 'M5 18 C5 9 8 6 12 6 C16 6 19 9 19 18 Z M9.5 18 C9.5 14 10.5 12.5 12 12.5 C13.5 12.5 14.5 14 14.5 18',
  spring: 'M12 5.5 C9 10 7.5 12 7.5 14.2 A4.5 4.5 0 0 0 16.5 14.2 C16.5 12 15 10 12 5.5 Z',
  waterfall: 'M6 6 L10 6 C11 6 11 7 11 8 L11 18 M14 8 L14 18 M17 10 L17 18',
  station:
    'M8 6 L16 6 C17 6 17.5 6.5 17.5 7.5 L17.5 14 C17.5 15 17 15.5 16 15.5 L8 15.5 C7 15.5 6.5 15 6.5 14 L6.5 7.5 C6.5 6.5 7 6 8 6 Z M6.5 11 L17.5 11 M9 15.5 L7.5 18.5 M15 15.5 L16.5 18.5',
};

const START = 'spot ';
const SIDE = 18;

/** The name of the picture of a spot in a colour. A style that uses it needs no sprite: `drawSpotImages` makes it. */
export function spotImage(kind: string, colour: string, ring: string): string {
  return [START + kind, colour, ring].join('|');
}

/** Makes the pictures that a style names once the map asks for them. */
export function drawSpotImages(map: MapLibre): void {
  map.on('styleimagemissing', ({ id }: { id: string }) => {
    if (!id.startsWith(START) || map.hasImage(id)) return;
    const [kind = '', colour = '', ring = ''] = id.slice(START.length).split('|');
    const image = draw(kind, colour, ring);
    if (image) map.addImage(id, image, { pixelRatio: 2 });
  });
}

function draw(kind: string, colour: string, ring: string): ImageData | null {
  const outline = OUTLINES[kind];
  if (outline === undefined) return null;
  const canvas = document.createElement('canvas');
  canvas.width = SIDE * 2;
  canvas.height = SIDE * 2;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.scale((SIDE * 2) / 24, (SIDE * 2) / 24);
  context.lineJoin = 'round';
  context.lineCap = 'round';
  const drawn = new Path2D(outline);
  context.fillStyle = colour;
  if (kind === 'peak') {
    context.strokeStyle = ring;
    context.lineWidth = 3;
    context.stroke(drawn);
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
    context.fill(drawn);
  } else {
    context.beginPath();
    context.arc(12, 12, 11, 0, 2 * Math.PI);
    context.fill();
    context.strokeStyle = ring;
    context.lineWidth = 1;
    context.stroke();
    context.lineWidth = 2;
    context.stroke(drawn);
  }
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
