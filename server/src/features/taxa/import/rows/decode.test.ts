import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { decode } from './decode.ts';

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))));
async function textOf(...chunks: Buffer[]): Promise<string> {
  let text = '';
  for await (const part of decode(Readable.from(chunks), 'utf-8', 'list.csv', () => undefined)) text += part;
  return text;
}

it('a character between two chunks is read, and the line of invalid bytes is found after it', async () => {
  const first = bytes('one\nJos', 0xc3);
  expect(await textOf(first, bytes(0xa9, '\nthree'))).toBe('one\nJosé\nthree');
  for (const [rest, line] of [
    [bytes(0xa9, ' m', 0xff, '\nthree\nfour\n'), 2],
    [bytes(0xa9, '\nthree\n', 0xff, '\n'), 4],
    [bytes(0xa9, '\nthree', 0xff), 3],
  ] as const)
    await expect(textOf(first, rest)).rejects.toMatchObject({ fault: { code: 'encoding', file: 'list.csv', line } });
  await expect(textOf(first)).rejects.toMatchObject({ fault: { code: 'encoding', file: 'list.csv', line: 2 } });
});
