import { Button, Checkbox, Modal, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { QUALITIES } from '@veld/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocationFilter } from '../../../shared/location/location-filter';
import { LocationSelect } from '../../../shared/location/LocationSelect';
import { usePersonName } from '../../../shared/record-filter/filter-labels';
import { useTaxon } from '../../../shared/taxa/data';
import { GroupSelect } from '../../../shared/taxa/GroupSelect';
import { TaxonSearch } from '../../../shared/taxon-search/TaxonSearch';
import { PageHeader } from '../../../ui/PageHeader';
import { useFocusBack } from '../../../ui/steady-focus';
import { PeriodSelect } from '../../species/data';
import type { Screen } from '../use-screen';
import { activeFilters, type ChipFilter, type MapFilter, NO_FILTER } from './map-filter';
import classes from './Filters.module.css';

interface Props {
  filter: MapFilter;
  location: LocationFilter;
  onChange: (change: Partial<MapFilter>) => void;
  onLocation: (location: LocationFilter) => void;
}

/** Whose records to show, the location, and all other filters. */
export function Filters({ filter, location, onChange, onLocation }: Props) {
  const { t } = useTranslation('map');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.filters}>
      <NativeSelect
        aria-label={t('whose')}
        value={filter.isEveryone ? 'everyone' : 'mine'}
        onChange={(event) => onChange({ isEveryone: event.currentTarget.value === 'everyone', person: null, isUnseen: false })}
        data={[
          { value: 'mine', label: t('mine') },
          { value: 'everyone', label: t('everyone') },
        ]}
      />
      <LocationSelect value={location} onChange={onLocation} hasPlaces />
      <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t('filters')}
      </Button>
      <FilterChips filter={filter} onChange={onChange} />
      {isOpen && <FilterDialog filter={filter} onChange={onChange} onClose={() => setOpen(false)} />}
    </div>
  );
}

interface FilterDialogProps {
  filter: MapFilter;
  onChange: (change: Partial<MapFilter>) => void;
  onClose: () => void;
}

/** All filters. Changes take effect immediately. */
function FilterDialog({ filter, onChange, onClose }: FilterDialogProps) {
  useFocusBack();
  const { t } = useTranslation(['map', 'common', 'observations', 'species']);
  const isWide = useMediaQuery('(min-width: 37.5em)', false, { getInitialValueInEffect: false });
  const taxonLabel = useId();
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={!isWide}
      size="32rem"
      title={t('filters')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <div className={classes.form}>
        {activeFilters(filter).length > 0 && (
          <div className={classes.active}>
            <FilterChips filter={filter} onChange={onChange} />
            <Button variant="subtle" onClick={() => onChange(NO_FILTER)}>
              {t('clear_filters')}
            </Button>
          </div>
        )}
        <div>
          <p className={classes.label} id={taxonLabel}>
            {t('taxon')}
          </p>
          <TaxonSearch
            labelledBy={taxonLabel}
            placeholder={t('taxon_placeholder')}
            onChoose={({ id }) => onChange({ taxon: id })}
            quick={null}
          />
        </div>
        <GroupSelect value={filter.group} onChange={(group) => onChange({ group })} />
        <PeriodSelect value={filter.period} onChange={(period) => onChange({ period, year: null })} />
        <NativeSelect
          aria-label={t('quality')}
          value={filter.quality ?? ''}
          onChange={(event) => onChange({ quality: QUALITIES.find((one) => one === event.currentTarget.value) ?? null })}
          data={[
            { value: '', label: t('any_quality') },
            ...QUALITIES.map((one) => ({ value: one, label: t(`observations:quality.${one}`) })),
          ]}
        />
        <Checkbox
          label={t('with_photo')}
          checked={filter.hasPhoto}
          onChange={(event) => onChange({ hasPhoto: event.currentTarget.checked })}
        />
        {filter.isEveryone && (
          <Checkbox
            label={t('not_seen_by_me')}
            checked={filter.isUnseen}
            onChange={(event) => onChange({ isUnseen: event.currentTarget.checked })}
          />
        )}
        <Button onClick={onClose}>{t('show_on_map')}</Button>
      </div>
    </Modal>
  );
}

interface FilterChipsProps {
  filter: MapFilter;
  onChange: (change: Partial<MapFilter>) => void;
}

/** The active filters; a tap removes one. */
function FilterChips({ filter, onChange }: FilterChipsProps) {
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
  const person = usePersonName(filter.person ?? undefined);
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

/** Page header and filters. */
export function Top({ screen: { filter, location, change, setLocation } }: { screen: Screen }) {
  const { t } = useTranslation(['map', 'common']);
  return (
    <>
      <PageHeader title={t('common:screens.map')} lead={t(filter.isEveryone ? 'lead_everyone' : 'lead')} />
      <Filters filter={filter} location={location} onChange={change} onLocation={setLocation} />
    </>
  );
}
