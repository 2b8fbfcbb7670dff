import { Button, Checkbox, Modal, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { QUALITIES } from '@veld/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../../ui/steady-focus';
import { TaxonSearch } from '../../../shared/taxon-search/TaxonSearch';
import { PeriodSelect } from '../../species/data';
import { GroupSelect } from '../../../shared/taxa/parts/GroupSelect';
import classes from './Filters.module.css';
import { FilterChips } from './FilterChips';
import { activeFilters, type MapFilter, NO_FILTER } from './map-filter';

interface Props {
  filter: MapFilter;
  onChange: (change: Partial<MapFilter>) => void;
  onClose: () => void;
}

/** All filters. Changes take effect immediately. */
export function FilterDialog({ filter, onChange, onClose }: Props) {
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
