import { isRecord } from '@veld/contract';
import type { ExpandedTags } from 'exifreader';

export function readTagText(tag: unknown): string | null {
  const value = isRecord(tag) ? tag.value : undefined;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : null;
}

/** A text of XMP; its names are without their namespaces. */
export function xmpText(xmp: ExpandedTags['xmp'], name: string): string | null {
  return readTagText((xmp as Record<string, unknown> | undefined)?.[name]);
}

export function readTagRational(tag: unknown): number | null {
  const value = isRecord(tag) ? tag.value : undefined;
  return Array.isArray(value) ? readQuotient(value) : null;
}

/** Of a pair of numbers; null if it has none. */
export function readQuotient(pair: unknown): number | null {
  if (!Array.isArray(pair)) return null;
  const [over, under]: unknown[] = pair;
  const result = Number(over) / Number(under ?? 1);
  return Number.isFinite(result) ? result : null;
}
