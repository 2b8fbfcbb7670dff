import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { useFetchState } from '../../../shared/records/own';
import { useLanguage } from '../../../shared/session/session';
import type { Taxon } from '../../../shared/taxa/data';
import { type Difference, DIFFERENCES, isNeed, NEEDS } from './compared-person';
import { periodText } from './list-period';
import type { MySpecies, SpeciesFilter } from './use-my-species';

/**
 * What the list amounts to, in words: how much of it was seen, the new species of its days, what is only ticked, and in the views by
 * evidence how many have it.
 */
export function useLead(filter: SpeciesFilter, species: MySpecies): string | undefined {
  const { t } = useTranslation(['species', 'common']);
  const language = useLanguage();
  const partName = usePartNames(filter, species);
  const { rows, list, own, news, choices } = species;
  const hasAll = useFetchState() === 'fetched';
  if (filter.compared) {
    const sizeOf = (part: Difference) => number(choices?.get(part)?.length ?? 0, language);
    const parts = filter.isNeeds ? (species.person?.ticked ? NEEDS : []) : DIFFERENCES;
    return choices && parts.map((part) => t('compare.number', { part: partName(part), number: sizeOf(part) })).join(' · ');
  }
  const share = rows?.share;
  // That none was seen is known once all records have arrived.
  if (!share || (share.seen === 0 && !hasAll)) return undefined;
  const numbers = { seen: number(share.seen, language), total: number(share.total, language) };
  const { period, view } = filter;
  const evidence = view === 'photographed' || view === 'heard' ? view : null;
  const seen =
    period === 'all'
      ? t('seen_of', numbers)
      : period === 'this_year'
        ? t('seen_of_year', numbers)
        : t('seen_of_days', { ...numbers, days: periodText(period, (one) => t(`common:period.${one}`), language) });
  const isOnlyTicked = ({ id }: Taxon) => {
    const one = own?.get(id);
    return one !== undefined && one.records === one.ticks;
  };
  const ticked = list?.filter(isOnlyTicked).length ?? 0;
  return [
    seen,
    ...(news && news.size > 0 ? [t('new', { count: news.size })] : []),
    ...(ticked > 0 ? [t('only_ticked', { count: ticked })] : []),
    ...(evidence && choices ? [t(`of_them.${evidence}`, { count: choices.get(evidence)?.length ?? 0 })] : []),
  ].join(' · ');
}

/** The names of the parts of a comparison. */
export function usePartNames({ compared, period, personId }: SpeciesFilter, { person }: MySpecies): (part: Difference) => string {
  const { t } = useTranslation(['species', 'common']);
  const language = useLanguage();
  const nameOf = (one: string) => periodText(one, (relative) => t(`common:period.${relative}`), language);
  return (part) => {
    if (isNeed(part)) return t(`needs.${part}`, { name: person?.name ?? '…' });
    if (!personId) return t(`compare.${part}`, { period: nameOf(part === 'only_then' && compared ? compared : period) });
    if (part === 'both') return t('compare.both');
    return part === 'only_now' ? t('compare.only_you') : t('compare.only_them', { name: person?.name ?? '…' });
  };
}
