import { NativeSelect, NumberInput, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MAX_CORRIDOR_KM, MAX_RADIUS_KM, TILE_AREA_KINDS } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DrawButton } from '../../../shared/geo/map/draw/DrawButton';
import { MapButton } from '../../../shared/geo/map/MapButton';
import { StillMap } from '../../../shared/geo/still/StillMap';
import { useCountryChoices } from '../../../shared/location/country-choices';
import { useFilterPlaces } from '../../../shared/location/location-place';
import { type AreaForm, listAreaShapes } from './area-form';
import { TrackField } from './TrackField';
import classes from './form.module.css';

interface Props {
  value: AreaForm;
  onChange: (change: Partial<AreaForm>) => void;
  /** A proposal for the name of the map. */
  onName: (name: string) => void;
  error: string | undefined;
}

const kilometres = (value: number | string) => (typeof value === 'number' ? value : '');

/** What the map is of: a country, what is around a place, an area, or what lies along a track; with a small map of it. */
export function AreaField({ value, onChange, onName, error }: Props) {
  const { t } = useTranslation('tile-requests');
  const { data: outlines } = useOutlines(value.kind === 'country' ? value.country : null);
  const shapes = useMemo(() => listAreaShapes(value, outlines), [value, outlines]);
  return (
    <div className={classes.group}>
      <Radio.Group label={t('field.area')} value={value.kind} onChange={(kind) => onChange({ kind })}>
        {TILE_AREA_KINDS.map((kind) => (
          <Radio key={kind} className={classes.choice} value={kind} label={t(`area.${kind}`)} />
        ))}
      </Radio.Group>
      <Fields value={value} onChange={onChange} onName={onName} />
      {shapes.length > 0 && <StillMap label={t('area.preview')} shapes={shapes} height="14rem" />}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function Fields({ value, onChange, onName }: Omit<Props, 'error'>) {
  switch (value.kind) {
    case 'country':
      return <Country value={value} onChange={onChange} onName={onName} />;
    case 'circle':
      return <Circle value={value} onChange={onChange} onName={onName} />;
    case 'polygon':
      return <Polygon value={value} onChange={onChange} onName={onName} />;
    case 'corridor':
      return <Corridor value={value} onChange={onChange} onName={onName} />;
  }
}

function Country({ value, onChange, onName }: Omit<Props, 'error'>) {
  const { t } = useTranslation('tile-requests');
  const countries = useCountryChoices();
  return (
    <NativeSelect
      label={t('area.country')}
      value={value.country ?? ''}
      data={[{ value: '', label: t('area.choose') }, ...countries]}
      onChange={(event) => {
        const country = event.currentTarget.value || null;
        onChange({ country });
        onName(countries.find((one) => one.value === country)?.label ?? '');
      }}
    />
  );
}

function Circle({ value, onChange, onName }: Omit<Props, 'error'>) {
  const { t } = useTranslation('tile-requests');
  const places = useFilterPlaces() ?? [];
  const chosen = places.find(({ latitude, longitude }) => latitude === value.place?.latitude && longitude === value.place.longitude);
  return (
    <>
      {places.length > 0 && (
        <NativeSelect
          label={t('area.saved_place')}
          value={chosen?.id ?? ''}
          data={[{ value: '', label: t('area.choose') }, ...places.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => {
            const place = places.find(({ id }) => id === event.currentTarget.value);
            if (!place) return;
            onChange({ place: { latitude: place.latitude, longitude: place.longitude } });
            onName(place.name);
          }}
        />
      )}
      <div className={classes.buttons}>
        <MapButton
          place={value.place}
          onPick={({ latitude, longitude }) => {
            onChange({ place: { latitude, longitude } });
            onName('');
          }}
        />
      </div>
      <NumberInput
        label={t('area.radius')}
        description={t('area.up_to', { km: MAX_RADIUS_KM })}
        value={value.radius_km}
        min={0.1}
        max={MAX_RADIUS_KM}
        onChange={(radius) => onChange({ radius_km: kilometres(radius) })}
      />
    </>
  );
}

function Polygon({ value, onChange, onName }: Omit<Props, 'error'>) {
  const { t } = useTranslation('tile-requests');
  const places = useFilterPlaces()?.filter(({ geometry }) => geometry?.type === 'Polygon') ?? [];
  return (
    <>
      {places.length > 0 && (
        <NativeSelect
          label={t('area.saved_area')}
          value=""
          data={[{ value: '', label: t('area.choose') }, ...places.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => {
            const place = places.find(({ id }) => id === event.currentTarget.value);
            if (place?.geometry?.type !== 'Polygon') return;
            onChange({ polygon: place.geometry });
            onName(place.name);
          }}
        />
      )}
      <div className={classes.buttons}>
        <DrawButton
          geometry={value.polygon}
          place={value.place}
          isArea
          onDraw={(drawn) => {
            if (drawn.type !== 'Polygon') return;
            onChange({ polygon: drawn });
            onName('');
          }}
          onOpen={() => {}}
        />
      </div>
    </>
  );
}

function Corridor({ value, onChange, onName }: Omit<Props, 'error'>) {
  const { t } = useTranslation('tile-requests');
  return (
    <>
      <TrackField
        value={value}
        onTrack={(track, name) => {
          onChange(track);
          onName(name);
        }}
      />
      <NumberInput
        label={t('area.width')}
        description={t('area.up_to', { km: MAX_CORRIDOR_KM })}
        value={value.width_km}
        min={0.1}
        max={MAX_CORRIDOR_KM}
        onChange={(width) => onChange({ width_km: kilometres(width) })}
      />
    </>
  );
}

/** The outlines of a country. They are loaded late, because all countries are one file. */
function useOutlines(country: string | null) {
  return useQuery({
    queryKey: ['country-outlines', country],
    queryFn: async () => (await import('@veld/geography')).countryOutlines(country!),
    enabled: country !== null,
    networkMode: 'always',
    staleTime: Infinity,
  });
}
