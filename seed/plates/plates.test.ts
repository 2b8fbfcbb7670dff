import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { SPECIES } from '../species.ts';
import { drawPlate, PLATES } from './plates.ts';
import { renderPlate } from './set-plates.ts';

const starter = readFileSync(new URL('../../server/starter/taxa.tsv', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split('\t'));

const [WIDTH, HEIGHT] = [64, 48];

/** How much the green of a picture varies in the square in the middle. */
function deviationInside(picture: Buffer): number {
  const values: number[] = [];
  for (let y = 8; y < HEIGHT - 8; y++) for (let x = 16; x < WIDTH - 16; x++) values.push(picture[(y * WIDTH + x) * 3 + 1]!);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

describe('the plates', () => {
  const names = Object.keys(PLATES);
  const pictures = new Map<string, Buffer>();
  beforeAll(async () => {
    for (const name of names)
      pictures.set(
        name,
        await sharp(Buffer.from(drawPlate(name, WIDTH)))
          .removeAlpha()
          .raw()
          .toBuffer(),
      );
  });

  it('are of species of the starter, and of most that the demo records', () => {
    const species = new Set(starter.filter((columns) => columns[3] === 'species').map((columns) => columns[1]));
    expect(names.filter((name) => !species.has(name))).toEqual([]);
    const recorded = SPECIES.filter(({ scientificName }) => names.includes(scientificName));
    expect(recorded.length / SPECIES.length).toBeGreaterThan(0.8);
    const groups = new Set(starter.filter((columns) => names.includes(columns[1] ?? '')).map((columns) => columns[4]));
    expect(groups.size).toBeGreaterThanOrEqual(14);
  });

  it('are well-formed drawings with their subject in the square in the middle, and the same in each run', () => {
    for (const name of names) {
      const svg = drawPlate(name, WIDTH);
      expect(svg, name).not.toMatch(/NaN|undefined|Infinity|\[object/);
      expect(drawPlate(name, WIDTH), name).toBe(svg);
      // The paper alone differs by less.
      expect(deviationInside(pictures.get(name)!), name).toBeGreaterThan(12);
    }
  });

  it('differ from all others', () => {
    expect(new Set(Object.values(PLATES).map((plate) => JSON.stringify(plate))).size).toBe(names.length);
    for (const [at, name] of names.entries())
      for (const other of names.slice(0, at)) {
        const [picture, another] = [pictures.get(name)!, pictures.get(other)!];
        const difference = picture.reduce((sum, value, byte) => sum + Math.abs(value - another[byte]!), 0) / picture.length;
        expect(difference, `${name} and ${other}`).toBeGreaterThan(0.3);
      }
  });

  it('keep the id of a file as long as its bytes are the same', async () => {
    const [one, again, other] = [
      await renderPlate('Parus major'),
      await renderPlate('Parus major'),
      await renderPlate('Cyanistes caeruleus'),
    ];
    expect(again).toEqual(one);
    expect(other.id).not.toBe(one.id);
  });

  it('exist for the species that are named only', () => {
    expect(() => drawPlate('Phylloscopus trochilus')).toThrow('There is no plate of Phylloscopus trochilus');
  });
});
