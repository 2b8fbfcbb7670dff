import { describe, expect, it } from 'vitest';
import { bufferMegabytes } from './embedded.ts';

const GB = 2 ** 30;

describe("PostgreSQL's cache of pages", () => {
  it('is an eighth of the memory, from 64 MB to 1 GB', () => {
    expect([0.25, 1, 2, 4.001, 8, 64].map((memory) => bufferMegabytes(memory * GB))).toEqual([64, 128, 256, 512, 1024, 1024]);
  });
});
