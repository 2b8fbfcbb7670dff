import type { FeedbackDiagnostics, Language } from '@veld/contract';
import type { UserDatabase } from '../../../local/db/database';
import { recentLog, redact } from '../../../local/app/recent-log';
import { deviceName } from '../../../local/app/veld';
import type { LastError } from '../../../local/device/last-error';
import { outboxCounts } from '../../../local/outbox/outbox-counts';
import { savedPlaces } from '../../../local/changes/saved-places';

/** The parts of the diagnostics, each of which a person can leave out. */
export const PARTS = [
  'error',
  'app_version',
  'platform',
  'language',
  'outbox',
  'log',
] as const satisfies readonly (keyof FeedbackDiagnostics)[];
export type Part = (typeof PARTS)[number];

/** Everything that could be sent about this device, exactly as it would be sent. */
export async function collectDiagnostics(
  database: UserDatabase,
  language: Language,
  error: LastError | null,
): Promise<FeedbackDiagnostics> {
  const places = (await savedPlaces(database).catch(() => [])).map(({ name }) => name);
  const counts = await outboxCounts(database).catch(() => null);
  const log = recentLog().map((line) => redact(line, places).slice(0, 300));
  return {
    ...(error && { error: `${error.id} ${redact(error.text, places)}`.slice(0, 1000) }),
    app_version: __APP_VERSION__.slice(0, 40),
    platform: deviceName().slice(0, 300),
    language,
    ...(counts && { outbox: { records: counts.unsent, changes: counts.changes, attention: counts.needsAttention } }),
    ...(log.length > 0 && { log }),
  };
}

/** Only the parts that the person leaves in. */
export function withoutParts(all: FeedbackDiagnostics, left: ReadonlySet<Part>): FeedbackDiagnostics {
  return Object.fromEntries(Object.entries(all).filter(([part]) => !left.has(part as Part)));
}

/** A part as the person reads it before sending. */
export function partText(part: Part, { [part]: value }: FeedbackDiagnostics): string {
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  return value ?? '';
}
