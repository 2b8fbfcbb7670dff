import { GEOPRIVACIES, type ObservationDraft } from '@veld/contract';
import type { UserDatabase } from '../../db/database';
import type { LocalObservation, OutboxItem } from '../../db/rows';
import { pickDraft } from '../../records/record-shape';
import { differences, isSameDraft } from '../merge';
import type { UnsentRecord } from './read-export';
import { listItems } from '../store';

/** Why a record of an export may not replace the one on this device without asking. */
export type DifferenceReason = 'changed_here' | 'deleted_here' | 'newer_here' | 'more_private_here';

/** How a record of an export compares with this device. `change`: an edit of the version that is here. */
export type ImportState =
  | { state: 'new' | 'known' | 'change' }
  | {
      state: 'differs';
      reason: DifferenceReason;
      /** The fields that differ (`differences`); empty if the record was deleted here. */
      fields: string[];
    };

/** Compares a record of an export with this device. Reads observations, photos, outbox and acknowledged items. */
export async function compareWithDevice(database: UserDatabase, record: UnsentRecord): Promise<ImportState> {
  const sent = (await database.acknowledged.bulkGet(record.items.map((item) => item.id))).filter((item) => item !== undefined);
  const here = await listItems(database, record.id);
  const known = new Set([...sent, ...here].map((item) => item.id));
  if (record.items.every((item) => known.has(item.id))) return { state: 'known' };
  const row = await database.observations.get(record.id);
  // Photos of a record that was sent: they replace nothing.
  if (!record.draft) return { state: 'change' };
  if (!row) return here.length > 0 ? { state: 'differs', reason: 'deleted_here', fields: [] } : { state: 'new' };
  const stored = new Set(await database.photos.where('observation_id').equals(record.id).primaryKeys());
  const lacksPhoto = record.items.some((item) => item.kind === 'photo' && !known.has(item.id) && !stored.has(item.subject));
  if (row.deleted === 0 && !lacksPhoto && isSameDraft(pickDraft(row), record.draft)) return { state: 'known' };
  const reason = reasonToAsk(row, here, record);
  if (!reason) return { state: 'change' };
  return { state: 'differs', reason, fields: row.deleted === 1 ? [] : differences(pickDraft(row), record.draft) };
}

function reasonToAsk(row: LocalObservation, here: readonly OutboxItem[], record: UnsentRecord): DifferenceReason | null {
  if (row.deleted === 1) return 'deleted_here';
  if (record.draft && isMorePrivate(row, record.draft)) return 'more_private_here';
  if (here.length > 0) return 'changed_here';
  const first = record.items.find((item) => item.kind === 'record');
  return first && row.version > first.base_version ? 'newer_here' : null;
}

type Privacy = Pick<ObservationDraft, 'geoprivacy' | 'geoprivacy_until'>;

function isMorePrivate(one: Privacy, other: Privacy): boolean {
  const [level, otherLevel] = [GEOPRIVACIES.indexOf(one.geoprivacy), GEOPRIVACIES.indexOf(other.geoprivacy)];
  if (level !== otherLevel || level === 0) return level > otherLevel;
  // Without a last day it stays hidden.
  return (one.geoprivacy_until ?? '9999') > (other.geoprivacy_until ?? '9999');
}
