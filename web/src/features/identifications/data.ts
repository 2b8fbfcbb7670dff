import { useQuery } from '@tanstack/react-query';
import {
  casualReasons,
  type CasualReason,
  isTick,
  type Lineage,
  listIdentifications,
  type RecordIdentifications as Answer,
  type TaxonSummary,
} from '@veld/contract';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { dropRefused } from '../../local/outbox/pending-changes';
import { identificationChanges } from '../../local/changes/identifications';
import { api } from '../../local/app/veld';
import { parents, taxonById } from '../../local/taxonomy/search';
import { useUser } from '../../shared/session/session';
import { usePendingChanges } from '../../shared/session/use-pending-changes';
import { type AnyObservation, isOwn } from '../../shared/records/record-labels';
import { summarizeTaxon } from '../../shared/taxa/data';
import { type KnownTaxon, type ShownGrade, shownGrade, type ShownIdentification, withChanges } from './merge';

export interface RecordIdentifications {
  /** Withdrawn ones included. */
  list: readonly ShownIdentification[];
  /** Null until what it follows from has been loaded; `isKnown` is false if that cannot be loaded. */
  grade: (ShownGrade & { isKnown: boolean }) | null;
  casual: readonly CasualReason[];
  community: TaxonSummary | null;
  /** The user's active one. */
  mine: ShownIdentification | null;
  /** The id of the user's active one on the server. */
  minesOnServer: string | null;
  /** The lineage of the name that the observer gave; null if unknown. */
  own: Lineage | null;
  isLoading: boolean;
  /** What the server has could not be loaded. */
  isUnreachable: boolean;
  /** The server refused a change, which waits in the outbox. */
  isRefused: boolean;
}

/** The identifications of a record: what the server has, and the user's changes on this device. */
export function useIdentifications(record: AnyObservation): RecordIdentifications {
  const user = useUser();
  const own = isOwn(record);
  const query = useQuery({
    queryKey: ['identifications', record.id],
    queryFn: ({ signal }) => fetchAll(record.id, signal),
    enabled: !own || record.version > 0,
    meta: { persist: true },
  });
  const { data, refetch, dataUpdatedAt } = query;
  const changes = usePendingChanges((database, since) => identificationChanges(database, record.id, since), {
    answeredAt: dataUpdatedAt,
    about: record.id,
    onAccepted: () => void refetch(),
  });
  useRefetch(`${record.quality} ${record.community_taxon_id ?? ''}`, query);

  const named = changes?.flatMap((change) => (change.kind === 'put' ? change.draft.taxon_id : [])) ?? [];
  const ownId = record.taxon?.id ?? record.taxon_id ?? null;
  const onDevice = useKnownTaxa([...named, ...(ownId === null ? [] : [ownId])]);
  const taxa = useMemo(() => taxaAtHand(onDevice, data, record.taxon), [onDevice, data, record.taxon]);
  const me = useMemo(() => ({ id: user.id, name: user.name, is_pro: user.is_pro }), [user]);
  const list = useMemo(() => withChanges(data?.identifications ?? [], changes ?? [], me, taxa), [data, changes, me, taxa]);
  const ownLineage = lineageOf(ownId, data?.own_lineage, taxa);
  // What people vote on is known to the server alone.
  const voted = data?.casual_reasons.filter((reason) => reason.startsWith('voted_')) ?? [];
  const casual = own ? [...casualReasons(record), ...voted] : (data?.casual_reasons ?? []);
  const isCasual = own ? casual.length > 0 : (data?.quality ?? record.quality) === 'casual';
  const computed = shownGrade({ isCasual, observerId: record.user.id, own: ownLineage, isHeldBack: data?.is_held_back ?? false }, list);
  const isChanged = dropRefused(changes ?? []).length > 0;
  const graded = ((): RecordIdentifications['grade'] => {
    if (data && !isChanged && !(own && data.quality !== record.quality))
      return { ...computed, quality: data.quality, communityId: data.community_taxon?.id ?? null, isKnown: true };
    // Without the identifications of others, the grade of a record that the server graded cannot be computed.
    if (data || isChanged || !record.quality || (own && isCasual)) return { ...computed, isKnown: true };
    if (query.isLoading) return null;
    return { quality: record.quality, communityId: record.community_taxon_id ?? null, missing: null, isHeldBack: false, isKnown: false };
  })();
  return {
    list,
    grade: graded,
    casual,
    community: useSummary(graded?.communityId ?? null, [data?.community_taxon, record.taxon, ...list.map((one) => one.taxon)]),
    mine: list.findLast((one) => one.user.id === user.id && !one.is_withdrawn) ?? null,
    minesOnServer: data?.identifications.find((one) => one.user.id === user.id && !one.is_withdrawn)?.id ?? null,
    own: ownLineage,
    isLoading: query.isLoading,
    isUnreachable: query.isError && !data,
    isRefused: changes?.some((change) => change.state === 'needs_attention') ?? false,
  };
}

/** All identifications of a record, because its community taxon depends on each. */
async function fetchAll(id: string, signal: AbortSignal): Promise<Answer> {
  const { data } = await api.call(listIdentifications, { params: { id } }, { signal });
  const identifications = [...data.identifications];
  for (let cursor = data.next_cursor; cursor;) {
    const { data: page } = await api.call(listIdentifications, { params: { id }, query: { cursor } }, { signal });
    identifications.push(...page.identifications);
    cursor = page.next_cursor;
  }
  return { ...data, identifications };
}

/** Ticks cannot be identified. */
export function canBeIdentified(record: AnyObservation): boolean {
  return !isOwn(record) || !isTick(record);
}

/** Asks the server again when the state of the record on this device changes. */
function useRefetch(state: string, { isFetched, refetch }: { isFetched: boolean; refetch: () => unknown }): void {
  const before = useRef(state);
  const compare = useEffectEvent(() => {
    if (isFetched && before.current !== state) void refetch();
    before.current = state;
  });
  useEffect(() => compare(), [state]);
}

function lineageOf(id: number | null, sent: Lineage | undefined, taxa: ReadonlyMap<number, KnownTaxon>): Lineage | null {
  if (id === null) return null;
  return sent?.at(-1)?.id === id ? sent : (taxa.get(id)?.lineage ?? null);
}

/** The taxa on the device, and those that came with the record, which the device may lack. */
function taxaAtHand(
  onDevice: ReadonlyMap<number, KnownTaxon>,
  data: Pick<Answer, 'identifications' | 'own_lineage'> | undefined,
  own: TaxonSummary | null,
): ReadonlyMap<number, KnownTaxon> {
  const taxa = new Map(onDevice);
  for (const { taxon, lineage } of data?.identifications ?? []) taxa.set(taxon.id, { summary: taxon, lineage });
  if (own) {
    const lineage = lineageOf(own.id, data?.own_lineage, onDevice) ?? [{ id: own.id, rank: own.rank }];
    taxa.set(own.id, { summary: own, lineage });
  }
  return taxa;
}

const NO_TAXA: ReadonlyMap<number, KnownTaxon> = new Map();

function useKnownTaxa(ids: readonly number[]): ReadonlyMap<number, KnownTaxon> {
  const sorted = [...new Set(ids)].toSorted((one, other) => one - other);
  const { data } = useQuery({
    queryKey: ['lineages', ...sorted],
    queryFn: async () =>
      new Map((await Promise.all(sorted.map(knownTaxon))).flatMap((taxon) => (taxon ? [[taxon.summary.id, taxon]] : []))),
    enabled: sorted.length > 0,
    networkMode: 'always',
    placeholderData: (before) => before,
  });
  return data ?? NO_TAXA;
}

/** A taxon with those above it, from the taxonomy on this device. */
export async function knownTaxon(id: number): Promise<KnownTaxon | null> {
  const taxon = await taxonById(id);
  if (!taxon) return null;
  const above = await parents(id);
  return { summary: summarizeTaxon(taxon), lineage: [...above.toReversed(), taxon].map(({ id: one, rank }) => ({ id: one, rank })) };
}

/** A taxon from those at hand, else from this device. */
function useSummary(id: number | null, atHand: readonly (TaxonSummary | null | undefined)[]): TaxonSummary | null {
  const found = atHand.find((taxon) => taxon?.id === id) ?? null;
  const taxa = useKnownTaxa(id === null || found ? [] : [id]);
  return id === null ? null : (found ?? taxa.get(id)?.summary ?? null);
}
