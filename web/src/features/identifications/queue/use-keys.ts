import { dayRange, isWithin, type Lineage, type TaxonSummary } from '@veld/contract';
import { useMemo } from 'react';
import { useLikelyIn } from '../../../shared/frequencies/data';
import type { AnyObservation } from '../../../shared/records/record-labels';
import { readGroup, summarizeTaxon, useTaxa } from '../../../shared/taxa/data';
import { usePageKeys } from '../../../ui/keys/use-page-keys';
import type { RecordIdentifications } from '../data';

/** As many as there are number keys for them. */
const MAX_QUICK = 5;
/** Of the species that are likely where the record was made, so many are looked at. */
const LIKELY = 100;

const NO_IDS: readonly number[] = [];

type Hotkey = [key: string, work: (event: KeyboardEvent) => void, options: { preventDefault: boolean }];

/** A key that works wherever nothing is being typed and no dialog is open, and once for each press. */
export function once(key: string, work: (() => void) | undefined, applies: (event: KeyboardEvent) => boolean = () => true): Hotkey[] {
  const onKey = (event: KeyboardEvent) => {
    if (!work || event.repeat || !applies(event) || document.querySelector('[role="dialog"]')) return;
    // A field that is shown now and takes the focus must not get the letter.
    event.preventDefault();
    work();
  };
  // With Shift too: some keyboards have the digits there.
  return [key, `shift+${key}`].map((one) => [one, onKey, { preventDefault: false }]);
}

interface CardKeys {
  onAgree: () => void;
  onSuggest: () => void;
  onSkip: () => void;
  onReview: () => void;
  onAsk: () => void;
  /** The place of the chosen name, from 0. */
  onQuick: (at: number) => void;
}

/** The keys of what can be done with the record. */
export function useCardKeys({ onAgree, onSuggest, onSkip, onReview, onAsk, onQuick }: CardKeys, isOn = true): void {
  const keys = [
    ...once('A', onAgree),
    ...once('D', onSuggest),
    ...once('S', onSkip),
    ...once('R', onReview),
    ...once('Q', onAsk),
    ...Array.from({ length: MAX_QUICK }, (_, at) => once(String(at + 1), () => onQuick(at))).flat(),
  ];
  usePageKeys(isOn ? keys : []);
}

/** The keys of the queue, also at its end. */
export function useQueueKeys({ onPrevious, onUndo }: { onPrevious: (() => void) | undefined; onUndo: () => void }): void {
  usePageKeys([...once('ArrowLeft', onPrevious, isOutsideOfPhotos), ...once('U', onUndo)]);
}

/** Among several photos, arrows move on to the others. */
function isOutsideOfPhotos({ target }: KeyboardEvent): boolean {
  return !(target instanceof Element && target.closest('[data-several-photos]'));
}

/** A name that is one key away, and where it is from. */
export interface QuickTaxon {
  taxon: TaxonSummary;
  from: 'observer' | 'community' | 'others' | 'likely';
}

/** The names so far: the observer's, that of the community, and those of others. Each taxon is in the list once. */
export function namesSoFar(record: Pick<AnyObservation, 'taxon'>, found: Pick<RecordIdentifications, 'community' | 'list'>): QuickTaxon[] {
  const others = found.list.filter((one) => !one.is_withdrawn).map(({ taxon }) => ({ taxon, from: 'others' as const }));
  const all: QuickTaxon[] = [
    ...(record.taxon ? [{ taxon: record.taxon, from: 'observer' as const }] : []),
    ...(found.community ? [{ taxon: found.community, from: 'community' as const }] : []),
    ...others,
  ];
  return all.filter(({ taxon }, at) => all.findIndex((one) => one.taxon.id === taxon.id) === at);
}

/** The names so far, then species of the same group that are likely at that place and time. */
export function useQuickTaxa(record: AnyObservation, found: RecordIdentifications): QuickTaxon[] {
  const named = namesSoFar(record, found);
  const likely = useLikelyTaxa(record);
  const group = named[0]?.taxon.group;
  const known = new Set(named.map(({ taxon }) => taxon.id));
  const more = likely.flatMap((taxon): QuickTaxon[] =>
    group && taxon.group === group && !known.has(taxon.id) ? [{ taxon, from: 'likely' }] : [],
  );
  return [...named, ...more].slice(0, MAX_QUICK);
}

/** The species that are likely where and when a record was made, as far as the device has frequencies of the country. */
function useLikelyTaxa(record: AnyObservation): TaxonSummary[] {
  const { latitude, longitude, observed_on: date } = record;
  const place = useMemo(() => (latitude == null || longitude == null ? null : { latitude, longitude }), [latitude, longitude]);
  const day = date ? (dayRange(date)?.from ?? null) : null;
  // Without a country or a date, nothing is likely.
  const likely = useLikelyIn(day ? (record.country_code ?? undefined) : undefined, place, day ?? '');
  const ids = useMemo(() => likely?.species.slice(0, LIKELY).map(({ taxon_id: id }) => id) ?? NO_IDS, [likely]);
  const taxa = useTaxa(ids);
  return useMemo(() => (taxa ?? []).map((taxon) => ({ ...summarizeTaxon(taxon), group: readGroup(taxon) })), [taxa]);
}

/** Whether a taxon contains one of the names so far, so that it has to be said whether that is wrong. */
export function isCoarser(taxonId: number, lineages: readonly Lineage[]): boolean {
  return lineages.some((named) => named.at(-1)?.id !== taxonId && isWithin(named, taxonId));
}
