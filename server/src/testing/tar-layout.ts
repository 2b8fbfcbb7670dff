import { readFileSync, writeFileSync } from 'node:fs';

const BLOCK = 512;

/** An entry of a backup with its record of PAX, as places in the file. */
export interface TarEntry {
  name: string;
  /** The header and the bytes of its PAX record, then its own header and its bytes: where they begin, and their lengths. */
  parts: Record<'pax header' | 'pax record' | 'header' | 'bytes', { at: number; length: number }>;
  /** Of all of it. */
  from: number;
  to: number;
}

/** Where the entries of a backup are, read without the library that made it. */
export function layOut(path: string): TarEntry[] {
  const file = readFileSync(path);
  const entries: TarEntry[] = [];
  const padded = (length: number) => Math.ceil(length / BLOCK) * BLOCK;
  const sizeAt = (at: number) => Number.parseInt(file.toString('latin1', at + 124, at + 136), 8);
  let at = 0;
  while (file[at] !== 0) {
    const pax = { at: at + BLOCK, length: sizeAt(at) };
    const header = pax.at + padded(pax.length);
    const bytes = { at: header + BLOCK, length: sizeAt(header) };
    const to = bytes.at + padded(bytes.length);
    const [, name = ''] = / path=([^\n]*)\n/.exec(file.toString('utf8', pax.at, pax.at + pax.length)) ?? [];
    const parts = { 'pax header': { at, length: BLOCK }, 'pax record': pax, header: { at: header, length: BLOCK }, bytes };
    entries.push({ name, parts, from: at, to });
    at = to;
  }
  return entries;
}

/** Writes a copy with one bit changed. */
export function flipBit(from: string, to: string, at: number, bit: number): void {
  const file = readFileSync(from);
  file[at] = (file[at] ?? 0) ^ (1 << bit);
  writeFileSync(to, file);
}

/** Writes a copy with these parts of it in this order, followed by the end of a tar. */
export function arrange(from: string, to: string, parts: readonly { from: number; to: number }[]): void {
  const file = readFileSync(from);
  writeFileSync(to, Buffer.concat([...parts.map((part) => file.subarray(part.from, part.to)), Buffer.alloc(2 * BLOCK)]));
}
