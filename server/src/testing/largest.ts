import { randomUUID } from 'node:crypto';
import type { Route } from '@veld/contract';
import { z } from 'zod/mini';
import type { Schema } from './described-requests.ts';

/** Lists and texts without a limit of their own are only limited by that of the body. */
const OPEN_LENGTH = 2_000;
/** Texts that formats and patterns may want, the longest first. */
const TEXTS = (): string[] => [
  'https://example.org/' + 'x'.repeat(180),
  'person@example.org',
  randomUUID(),
  new Date().toISOString(),
  '2026-05-01',
  '2026-05-01/2026-05-02',
  '12:00',
  'Europe/Amsterdam',
  'A'.repeat(43),
  'A'.repeat(22),
  'a'.repeat(64),
  '1.0.0',
  'CC0-1.0',
  'NL',
  'en',
  '1',
  'a',
];

/** The largest value that a schema of the contract allows, as far as its JSON schema says so; rules between fields are not followed. */
export function makeLargest(schema: NonNullable<Route['body']>, maxBytes: number): unknown {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema & { $defs?: Record<string, Schema> };
  for (let items = Infinity; ; items = Math.min(items, OPEN_LENGTH) / 2) {
    const value = valueOf(described, { definitions: described.$defs ?? {}, maxItems: Math.ceil(items), depth: 0 });
    if (Buffer.byteLength(JSON.stringify(value)) <= maxBytes || items < 1) return value;
  }
}

interface Given {
  definitions: Record<string, Schema>;
  maxItems: number;
  depth: number;
}

function valueOf(schema: Schema, given: Given): unknown {
  if (schema.$ref) return valueOf(given.definitions[schema.$ref.split('/').at(-1)!] ?? {}, given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.toSorted((one, two) => String(two).length - String(one).length)[0];
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return largest(options.map((option) => valueOf(option, given)));
  if (schema.allOf) return valueOf(Object.assign({}, ...schema.allOf) as Schema, given);
  const deeper = { ...given, depth: given.depth + 1 };
  switch ([schema.type ?? []].flat()[0]) {
    case 'object':
      return objectOf(schema, deeper);
    case 'array': {
      // A tuple, such as a position.
      if (schema.prefixItems) return schema.prefixItems.map((item) => valueOf(item, deeper));
      // One line of many points, rather than many lines.
      const isNested = isListOfLists(schema.items, given) && schema.maxItems === undefined;
      const limit = Math.min(isNested ? 1 : (schema.maxItems ?? OPEN_LENGTH), given.maxItems);
      return Array.from({ length: Math.max(schema.minItems ?? 0, limit) }, () => valueOf(schema.items ?? {}, deeper));
    }
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return Math.min(schema.maximum ?? 1e6, 1e6);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function isListOfLists(items: Schema | undefined, given: Given): boolean {
  const resolved = (schema: Schema | undefined) => (schema?.$ref ? given.definitions[schema.$ref.split('/').at(-1)!] : schema);
  const isList = (schema: Schema | undefined) => schema !== undefined && [schema.type].flat().includes('array');
  return isList(resolved(items)) && isList(resolved(resolved(items)?.items));
}

function objectOf(schema: Schema, given: Given): unknown {
  const named = Object.entries(schema.properties ?? {}).map(([name, property]) => [name, valueOf(property, given)] as const);
  const others = schema.additionalProperties;
  const more = typeof others === 'object' && given.depth < 5 ? [['other', valueOf(others, given)] as const] : [];
  return Object.fromEntries([...named, ...more]);
}

function textOf({ pattern, format, maxLength = OPEN_LENGTH, minLength = 0 }: Schema): string {
  const plain = 'x'.repeat(Math.max(minLength, maxLength));
  if (!pattern && !format) return plain;
  const expression = pattern ? new RegExp(pattern, 'u') : null;
  const isFit = (text: string) => text.length <= maxLength && text.length >= minLength && (expression?.test(text) ?? true);
  const byFormat: Record<string, string> = {
    uuid: randomUUID(),
    'date-time': new Date().toISOString(),
    uri: TEXTS()[0]!,
    email: TEXTS()[1]!,
  };
  const wanted = format ? byFormat[format] : undefined;
  return [wanted, plain, 'A'.repeat(plain.length), ...TEXTS()].find((text) => text !== undefined && isFit(text)) ?? plain;
}

function largest(values: unknown[]): unknown {
  const sizeOf = (value: unknown) => JSON.stringify(value)?.length ?? 0;
  return values.toSorted((one, two) => sizeOf(two) - sizeOf(one))[0];
}

/**
 * The largest body that a server accepts, probably: lists and long texts are those of the largest value, and everything else is what a
 * valid request has, because rules between fields decide about it.
 */
export function enlarged(valid: unknown, large: unknown): unknown {
  if (Array.isArray(valid) || Array.isArray(large)) {
    if (!Array.isArray(valid) || !Array.isArray(large) || valid.length === 0) return large;
    return large.map((one, at) => enlarged(renewed(valid[at % valid.length], at), one));
  }
  if (isObject(valid) && isObject(large)) {
    const names = new Set([...Object.keys(large), ...Object.keys(valid)]);
    return Object.fromEntries([...names].map((name) => [name, name in valid ? enlarged(valid[name], large[name]) : large[name]]));
  }
  const isFreeText = typeof valid === 'string' && typeof large === 'string' && /^x+$/.test(large) && !/^[0-9a-f-]{36}$/.test(valid);
  return isFreeText ? large : valid;
}

/** The item of a list with a number of its own. */
function renewed(item: unknown, at: number): unknown {
  return isObject(item) && 'seq' in item ? { ...item, seq: at } : item;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
