import { Button, NativeSelect } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocationFilter } from '../../../shared/location/location-filter';
import { LocationSelect } from '../../../shared/location/LocationSelect';
import { FilterChips } from './FilterChips';
import { FilterDialog } from './FilterDialog';
import classes from './Filters.module.css';
import type { MapFilter } from './map-filter';

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
