import { hash } from 'node:crypto';
import type { ObservationWrite } from '@veld/contract';

/** A hash of what a save contains, without its `write_id`. The order of keys does not matter, and null equals absent. */
export function contentHash(body: ObservationWrite): string {
  const { write_id: _, ...draft } = body;
  return hash('sha256', canonical(draft), 'base64url');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  return `{${entries
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`)
    .join(',')}}`;
}
