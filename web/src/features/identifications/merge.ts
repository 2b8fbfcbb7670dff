import {
  type GradedOpinion,
  gradeRecord,
  type Identification,
  type Lineage,
  missingAgreements,
  type RecordIdentifications,
  type TaxonSummary,
} from '@veld/contract';
import { dropRefused, mergeChanges } from '../../local/outbox/pending-changes';
import type { IdentificationChange } from '../../local/changes/identifications';

/** An identification as the page shows it. */
export interface ShownIdentification extends Identification {
  /** Of what the server may not have yet. */
  state: IdentificationChange['state'];
}

/** A taxon on this device, with the taxa above it. */
export interface KnownTaxon {
  summary: TaxonSummary;
  lineage: Lineage;
}

/**
 * What the server sent, with the user's own changes since then. A change that needs attention is left out: the server refused it.
 * Changes to taxa that are not on the device show once the server has them.
 */
export function withChanges(
  sent: readonly Identification[],
  changes: readonly IdentificationChange[],
  user: Identification['user'],
  taxa: ReadonlyMap<number, KnownTaxon>,
): ShownIdentification[] {
  const known = new Set(sent.map(({ id }) => id));
  const shown = sent.map((one): ShownIdentification => ({ ...one, state: 'sent' }));
  const merged = mergeChanges(shown, dropRefused(changes), (before, change) => {
    if (change.kind === 'withdrawal') return before && { ...before, is_withdrawn: true };
    const taxon = taxa.get(change.draft.taxon_id);
    if (before || !taxon) return before;
    return {
      id: change.id,
      user,
      taxon: taxon.summary,
      lineage: [...taxon.lineage],
      disagrees: change.draft.disagrees,
      comment: change.draft.comment.trim(),
      is_expert: false,
      is_withdrawn: false,
      created_at: new Date(change.at).toISOString(),
      state: change.state,
    };
  });
  // A person has one active identification of a record: a new one withdraws those before it.
  const added = merged.findLast(({ id }) => !known.has(id));
  return merged.map((one) => (added && one.user.id === user.id && one !== added ? { ...one, is_withdrawn: true } : one));
}

/** The grade of a record as the page shows it. */
export interface ShownGrade {
  quality: RecordIdentifications['quality'];
  communityId: number | null;
  /** How many people have to agree for it to be confirmed; null if agreeing alone does not. */
  missing: number | null;
  /** People agree on something unusual, but only new accounts do. */
  isHeldBack: boolean;
}

/** The grade with the user's own changes, by the same rule as on the server. */
export function shownGrade(
  record: { isCasual: boolean; observerId: string; own: Lineage | null; isHeldBack?: boolean },
  shown: readonly ShownIdentification[],
): ShownGrade {
  const opinions: GradedOpinion[] = shown
    .filter((one) => !one.is_withdrawn)
    .map(({ user, lineage, disagrees, is_expert }) => ({ user_id: user.id, lineage, disagrees, is_expert, is_new: true }));
  // Only the server knows which accounts are new. What it holds back stays so until it has said otherwise.
  const facts = { ...record, opinions, isUnusual: record.isHeldBack ?? false };
  const { quality, community, isHeldBack } = gradeRecord(facts);
  return { quality, communityId: community?.at(-1)?.id ?? null, missing: missingAgreements(facts), isHeldBack };
}
