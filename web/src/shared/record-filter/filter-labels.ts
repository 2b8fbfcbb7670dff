import { useQuery } from '@tanstack/react-query';
import { getCommunityProfile, getProject } from '@veld/contract';
import { monthName, number, recordedDate } from '../../i18n/format';
import { api } from '../../local/app/veld';
import { useDistance } from '../geo/position/words';
import { groupChoiceLabel } from '../records/group-labels';
import { choiceLabel, useRecordTranslation } from '../records/record-labels';
import { useLanguage } from '../session/session';
import { useTaxon } from '../taxa/data';
import { type FilterName, type RecordQuery, splitList } from './record-query';

/** A chip of the filter: its words, and the values that it stands for. */
export interface FilterChip {
  names: readonly FilterName[];
  label: string;
}

const LONG_MS = 600_000;

/** The name of the observer of a filter; undefined without one, and while loading. */
export function usePersonName(id: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['explore-person', id],
    queryFn: async ({ signal }) => (await api.call(getCommunityProfile, { params: { id: id ?? '' } }, { signal })).data.name,
    enabled: id !== undefined,
    staleTime: LONG_MS,
  });
  return data;
}

function useProjectName(id: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['explore-project', id],
    queryFn: async ({ signal }) => (await api.call(getProject, { params: { id: id ?? '' } }, { signal })).data.name,
    enabled: id !== undefined,
    staleTime: LONG_MS,
  });
  return data;
}

/** The chips of what a filter has besides its location, in the order of the form. */
export function useFilterChips({ values }: RecordQuery): FilterChip[] {
  const t = useRecordTranslation('explore', 'species', 'notifications');
  const language = useLanguage();
  const length = useDistance();
  const taxon = useTaxon(values.taxon_id === undefined ? null : Number(values.taxon_id));
  const person = usePersonName(values.user_id);
  const project = useProjectName(values.project_id);
  const list = (names: readonly string[]) => new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names);
  const chosen = (name: FilterName, label: (choice: string) => string) => list(splitList(values[name]).map(label));
  const labels: Partial<Record<FilterName, () => string>> = {
    taxon_id: () => {
      const name = taxon?.name ?? t('common:taxon.unknown');
      return values.below === '0' ? t('explore:chip.only', { name }) : name;
    },
    group: () => t(`common:group.${values.group as 'bird'}`),
    period: () => t(`common:period.${values.period as 'all'}`),
    from: () => formatDays(values.from, values.to),
    year: () => list(splitList(values.year)),
    month: () => chosen('month', (month) => monthName(Number(month), language)),
    box: () => t('explore:chip.drawn'),
    polygon: () => t('explore:chip.drawn'),
    user_id: () => person ?? t('explore:chip.person'),
    project_id: () => project ?? t('explore:chip.project'),
    quality: () => chosen('quality', (one) => t(`observations:quality.${one as 'casual'}`)),
    validation: () => chosen('validation', (one) => t(`notifications:validation.${one as 'accepted'}`)),
    unnamed: () => t('explore:field.unnamed'),
    photos: () => t(values.photos === '1' ? 'explore:photos.with' : 'explore:photos.without'),
    life_stage: () => chosen('life_stage', (one) => choiceLabel('life_stage', one, t)),
    sex: () => chosen('sex', (one) => choiceLabel('sex', one, t)),
    breeding: () => t('explore:chip.breeding', { codes: chosen('breeding', (code) => code) }),
    wildness: () => chosen('wildness', (one) => groupChoiceLabel('wildness', one, t)),
    uncertainty_m: () => t('explore:chip.uncertainty', { distance: length(Number(values.uncertainty_m)) }),
    license: () => chosen('license', (one) => choiceLabel('license', one, t)),
    unseen: () => t('explore:field.unseen'),
    first_of_year: () => t('explore:field.first_of_year'),
    hidden: () => t(values.hidden === '1' ? 'common:geoprivacy.hidden' : 'explore:hidden.not'),
  };

  function formatDays(from: string | undefined, to: string | undefined): string {
    if (from === undefined) return t('explore:chip.until', { day: recordedDate(to, language) });
    if (to === undefined) return t('explore:chip.since', { day: recordedDate(from, language) });
    return from === to ? recordedDate(from, language) : recordedDate(`${from}/${to}`, language);
  }

  const has = (name: FilterName) => values[name] !== undefined;
  return (Object.entries(labels) as [FilterName, () => string][]).flatMap(([name, label]): FilterChip[] => {
    if (name === 'from') return has('from') || has('to') ? [{ names: ['from', 'to'], label: label() }] : [];
    if (!has(name) || isOff(name, values[name])) return [];
    return [{ names: TOGETHER[name] ?? [name], label: label() }];
  });
}

/** What says nothing without the other. */
const TOGETHER: Partial<Record<FilterName, readonly FilterName[]>> = { taxon_id: ['taxon_id', 'below'], user_id: ['user_id', 'hidden'] };

/** Switches that are off say nothing. */
function isOff(name: FilterName, value: string | undefined): boolean {
  return (name === 'unnamed' || name === 'unseen' || name === 'first_of_year') && value === '0';
}

/** Formats a total, which may be only the least that there is. */
export function useTotalText(): (total: { count: number; is_minimum: boolean } | undefined) => string {
  const language = useLanguage();
  return (total) => (total ? `${number(total.count, language)}${total.is_minimum ? '+' : ''}` : '…');
}
