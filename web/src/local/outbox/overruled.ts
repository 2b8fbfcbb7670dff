import type { User } from '@veld/contract';
import type { OutboxItem } from '../db/rows';
import { operations } from '../changes/accounts';
import { hasOperation } from './operation';

/** Whether the server kept a preference that another device had changed later than this one. */
export function isOverruled(item: Pick<OutboxItem, 'route' | 'input'>, { preferences }: Pick<User, 'preferences'>): boolean {
  if (!hasOperation(item, operations.putPreference)) return false;
  const stored = preferences as Record<string, unknown>;
  return Object.entries(item.input.body as Record<string, unknown>).some(([key, sent]) => !isKept(sent, stored[key]));
}

/** The server adds what an earlier version of the app did not send. */
function isKept(sent: unknown, stored: unknown): boolean {
  if (!isRecord(sent) || !isRecord(stored)) return JSON.stringify(sent) === JSON.stringify(stored);
  return Object.entries(sent).every(([key, value]) => isKept(value, stored[key]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
