import { NativeSelect, NumberInput, Radio } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { MAX_CORRIDOR_KM, MAX_RADIUS_KM, TILE_AREA_KINDS } from '@veld/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../i18n/format';
import { DrawButton } from '../../../shared/geo/map/draw/DrawButton';
import { MapButton } from '../../../shared/geo/map/MapButton';
import { PlaceSearch } from '../../../shared/geo/search/PlaceSearch';
import { StillMap } from '../../../shared/geo/still/StillMap';
import { useCountryChoices } from '../../../shared/location/countries';
import { useFilterPlaces } from '../../../shared/location/location-filter';
import { useLanguage } from '../../../shared/session/session';
import { FieldHint } from '../../../ui/fields/FieldGroup';
import { FileButton } from '../../../ui/fields/FileButton';
import { type LocalJourney, useOwnJourneys } from '../../journeys/data';
import { type FileFault, PlacesFileError } from '../../saved-places/import/read-places-file';
import { type AreaForm, listAreaShapes, USUAL_RADIUS_KM } from './area-form';
import { type NamedTrack, readJourney, readTrack } from './read-track';
import classes from './form.module.css';

interface Props {
  value: AreaForm;
  onChange: (change: Partial<AreaForm>) => void;
  /** A proposal for the name of the map. */
  onName: (name: string, kind?: AreaForm['kind']) => void;
  error: string | undefined;
}

const kilometres = (value: number | string) => (typeof value === 'number' ? value : '');

interface ChosenAreaProps extends Props {
  /** The size of what is chosen, and what downloads it. */
  children: ReactNode;
}

/** The area in short: a search for where it is, a small map of it, and what is wrong with it. */
export function ChosenArea({ value, onChange, onName, error, children }: ChosenAreaProps) {
  const { t } = useTranslation('tile-requests');
  const { data: outlines } = useOutlines(value.kind === 'country' ? value.country : null);
  const shapes = useMemo(() => listAreaShapes(value, outlines), [value, outlines]);
  return (
    <div className={classes.group}>
      <PlaceSearch
        onChoose={({ latitude, longitude, uncertainty_m }, name) => {
          // A town and what lies around it.
          const radius = Math.min(MAX_RADIUS_KM, Math.max(USUAL_RADIUS_KM, Math.ceil((2 * (uncertainty_m ?? 0)) / 1000)));
          onChange({ kind: 'circle', place: { latitude, longitude }, radius_km: radius });
          onName(name ?? '', 'circle');
        }}
      />
      {shapes.length > 0 && <StillMap label={t('area.preview')} shapes={shapes} height="14rem" />}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      {children}
    </div>
  );
}

/** What the map is of: a country, what is around a place, an area, or what lies along a track. */
export function AreaField({ value, onChange, onName }: Omit<Props, 'error'>) {
  const { t } = useTranslation('tile-requests');
  return (
    <div className={classes.group}>
      <Radio.Group label={t('field.area')} value={value.kind} onChange={(kind) => onChange({ kind })}>
        {TILE_AREA_KINDS.map((kind) => (
          <Radio key={kind} className={classes.choice} value={kind} label={t(`area.${kind}`)} />
        ))}
      </Radio.Group>
      <Fields value={value} onChange={onChange} onName={onName} />
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
    queryFn: country === null ? skipToken : async () => (await import('@veld/geography')).countryOutlines(country),
    networkMode: 'always',
    staleTime: Infinity,
  });
}

interface TrackFieldProps {
  value: Pick<AreaForm, 'track' | 'journey_id'>;
  onTrack: (track: Pick<AreaForm, 'track' | 'journey_id'>, name: string) => void;
}

type Fault = FileFault | 'no_track' | 'no_points';

/** The track of one of the person's journeys, or of a file. */
function TrackField({ value, onTrack }: TrackFieldProps) {
  const { t } = useTranslation('tile-requests');
  const [isReading, setReading] = useState(false);
  const [file, setFile] = useState<string | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const read = async (found: Promise<NamedTrack | null>, journeyId: string | null) => {
    setReading(true);
    setFault(null);
    try {
      const { track = null, name = '' } = (await found) ?? {};
      // What was chosen stays visible, with the reason why it cannot be used.
      onTrack({ track, journey_id: journeyId }, name);
      if (!track) setFault(journeyId === null ? 'no_track' : 'no_points');
    } catch (error) {
      onTrack({ track: null, journey_id: journeyId }, '');
      setFault(error instanceof PlacesFileError ? error.fault : 'unreadable');
    }
    setReading(false);
  };
  const isOfJourney = value.journey_id !== null;
  const shown = fault ?? (isOfJourney && !value.track && !isReading ? 'no_points' : null);
  return (
    <>
      <JourneySelect
        value={value.journey_id}
        onChoose={(id) => {
          setFile(null);
          if (id !== null) return void read(readJourney(id), id);
          setFault(null);
          onTrack({ track: null, journey_id: null }, '');
        }}
      />
      <div className={classes.buttons}>
        <FileButton
          label={t('track.choose')}
          accept=".gpx,.kml,.geojson,.json,.tcx,.fit"
          isReading={isReading}
          onFile={(chosen) => {
            setFile(chosen.name);
            void read(readTrack(chosen), null);
          }}
        />
        <FieldHint>{file ?? t('track.hint')}</FieldHint>
        {shown && (
          <p className={classes.error} role="alert">
            {t(`track.fault.${shown}`)}
          </p>
        )}
      </div>
    </>
  );
}

function JourneySelect({ value, onChoose }: { value: string | null; onChoose: (id: string | null) => void }) {
  const { t } = useTranslation('tile-requests');
  const language = useLanguage();
  const journeys = useOwnJourneys() ?? [];
  const nameOf = ({ name, started_at, time_zone }: LocalJourney) =>
    `${name}, ${formatDate(new Date(started_at), language, { timeZone: time_zone, dateStyle: 'medium' })}`;
  if (journeys.length === 0) return null;
  return (
    <NativeSelect
      label={t('track.journey')}
      value={value ?? ''}
      data={[{ value: '', label: t('area.choose') }, ...journeys.map((one) => ({ value: one.id, label: nameOf(one) }))]}
      onChange={(event) => onChoose(event.currentTarget.value || null)}
    />
  );
}
