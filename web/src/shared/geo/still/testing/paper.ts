type Point = [x: number, y: number];
interface Stroke {
  rings: Point[][];
  colour: string;
  clip: Point[][] | null;
  rule: 'nonzero' | 'evenodd';
}

/** Replaces a canvas: keeps what is filled and written, so that the colour of a point can be computed exactly. */
export class Paper {
  fillStyle = '';
  strokeStyle = '';
  lineWidth = 1;
  lineJoin = '';
  font = '';
  textAlign = '';
  textBaseline = '';
  globalAlpha = 1;
  /** Names, in the order in which they were written. */
  readonly names: { text: string; x: number; y: number }[] = [];
  readonly arcs: { x: number; y: number; radius: number }[] = [];
  readonly rectangles: { x: number; y: number; width: number; height: number; dashed: boolean }[] = [];
  #fills: Stroke[] = [];
  #path: Point[][] = [];
  #clip: Point[][] | null = null;
  #dash: number[] = [];

  /** What was filled last at a point, without regard to transparency. */
  colourAt(x: number, y: number): string | undefined {
    return this.#fills.findLast(({ rings, clip, rule }) => isInside(rings, [x, y], rule) && (!clip || isInside(clip, [x, y], 'nonzero')))
      ?.colour;
  }

  asContext(): CanvasRenderingContext2D {
    return this as unknown as CanvasRenderingContext2D;
  }

  beginPath() {
    this.#path = [];
  }
  moveTo(x: number, y: number) {
    this.#path.push([[x, y]]);
  }
  lineTo(x: number, y: number) {
    this.#path.at(-1)!.push([x, y]);
  }
  closePath() {}
  rect(x: number, y: number, width: number, height: number) {
    this.#path.push(corners(x, y, width, height));
  }
  arc(x: number, y: number, radius: number) {
    this.arcs.push({ x, y, radius });
    this.#path.push(
      Array.from({ length: 64 }, (_, i) => [x + radius * Math.cos((i * Math.PI) / 32), y + radius * Math.sin((i * Math.PI) / 32)]),
    );
  }
  clip() {
    this.#clip = this.#path;
  }
  save() {}
  restore() {
    this.#clip = null;
  }
  fill(rule: 'nonzero' | 'evenodd' = 'nonzero') {
    this.#fills.push({ rings: this.#path, colour: this.fillStyle, clip: this.#clip, rule });
  }
  fillRect(x: number, y: number, width: number, height: number) {
    this.#fills.push({ rings: [corners(x, y, width, height)], colour: this.fillStyle, clip: this.#clip, rule: 'nonzero' });
  }
  strokeRect(x: number, y: number, width: number, height: number) {
    this.rectangles.push({ x, y, width, height, dashed: this.#dash.length > 0 });
  }
  stroke() {}
  setLineDash(dash: number[]) {
    this.#dash = dash;
  }
  measureText(text: string) {
    return { width: text.length * 6 };
  }
  strokeText() {}
  fillText(text: string, x: number, y: number) {
    this.names.push({ text, x, y });
  }
}

function corners(x: number, y: number, width: number, height: number): Point[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

function isInside(rings: readonly Point[][], [x, y]: Point, rule: Stroke['rule']): boolean {
  let turns = 0;
  let crossings = 0;
  for (const ring of rings)
    for (let i = 0; i < ring.length; i++) {
      const [fromX, fromY] = ring[i]!;
      const [toX, toY] = ring[(i + 1) % ring.length]!;
      if (fromY > y === toY > y || fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX) <= x) continue;
      crossings++;
      turns += toY > fromY ? 1 : -1;
    }
  return rule === 'evenodd' ? crossings % 2 === 1 : turns !== 0;
}
