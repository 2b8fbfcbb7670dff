import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getCommunityProfile } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { api } from '../../../local/app/veld';
import { useTaxon } from '../../../shared/taxa/data';
import classes from './Filters.module.css';
import { activeFilters, type ChipFilter, type MapFilter, NO_FILTER } from './map-filter';

interface Props {
  filter: MapFilter;
  onChange: (change: Partial<MapFilter>) => void;
}

/** The active filters; a tap removes one. */
export function FilterChips({ filter, onChange }: Props) {
  const { t } = useTranslation('map');
  const labels = useFilterLabels(filter);
  return activeFilters(filter).map((name) => (
    <Button
      key={name}
      className={classes.chip}
      variant="default"
      radius="xl"
      rightSection={<IconX size={18} aria-hidden />}
      aria-label={t('remove_filter', { filter: labels[name] })}
      onClick={() => onChange({ [name]: NO_FILTER[name] })}
    >
      {labels[name]}
    </Button>
  ));
}

function useFilterLabels(filter: MapFilter): Record<ChipFilter, string> {
  const { t } = useTranslation(['map', 'common', 'observations']);
  const taxon = useTaxon(filter.taxon);
  const person = usePersonName(filter.person);
  return {
    taxon: taxon?.name ?? t('common:taxon.unknown'),
    group: filter.group ? t(`common:group.${filter.group}`) : '',
    period: t(`common:period.${filter.period}`),
    quality: filter.quality ? t(`observations:quality.${filter.quality}`) : '',
    hasPhoto: t('with_photo'),
    person: person ?? t('one_person'),
    isUnseen: t('not_seen_by_me'),
  };
}

function usePersonName(id: string | null): string | undefined {
  const { data } = useQuery({
    queryKey: ['map-person', id],
    queryFn: async ({ signal }) => (await api.call(getCommunityProfile, { params: { id: id! } }, { signal })).data.name,
    enabled: id !== null,
    staleTime: 600_000,
  });
  return data;
}
