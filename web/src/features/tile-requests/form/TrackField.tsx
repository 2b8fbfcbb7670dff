import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../i18n/format';
import { FileButton } from '../../../ui/fields/FileButton';
import { FieldHint } from '../../../ui/fields/FieldGroup';
import { useLanguage } from '../../../shared/session/session';
import { type LocalJourney, useOwnJourneys } from '../../journeys/data';
import { type FileFault, PlacesFileError } from '../../settings/import/read-places-file';
import type { AreaForm } from './area-form';
import { type NamedTrack, readJourney, readTrack } from './read-track';
import classes from './form.module.css';

interface Props {
  value: Pick<AreaForm, 'track' | 'journey_id'>;
  onTrack: (track: Pick<AreaForm, 'track' | 'journey_id'>, name: string) => void;
}

type Fault = FileFault | 'no_track' | 'no_points';

/** The track of one of the person's journeys, or of a file. */
export function TrackField({ value, onTrack }: Props) {
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
