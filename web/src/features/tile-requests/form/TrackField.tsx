import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../../ui/fields/FileButton';
import { type FileFault, PlacesFileError, readPlacesFile } from '../../settings/import/read-places-file';
import { trackOf } from './area-form';
import classes from './form.module.css';

interface Props {
  onTrack: (track: NonNullable<ReturnType<typeof trackOf>>, name: string) => void;
}

/** Reads the track of a GPX, KML or GeoJSON file. */
export function TrackField({ onTrack }: Props) {
  const { t } = useTranslation('tile-requests');
  const [isReading, setReading] = useState(false);
  const [file, setFile] = useState<string | null>(null);
  const [fault, setFault] = useState<FileFault | 'no_track' | null>(null);
  const read = async (chosen: File) => {
    setReading(true);
    setFault(null);
    try {
      const track = trackOf(await readPlacesFile(chosen));
      if (track) {
        setFile(chosen.name);
        onTrack(track, chosen.name.replace(/\.\w+$/, ''));
      } else setFault('no_track');
    } catch (error) {
      setFault(error instanceof PlacesFileError ? error.fault : 'unreadable');
    }
    setReading(false);
  };
  return (
    <div className={classes.buttons}>
      <FileButton
        label={t('track.choose')}
        accept=".gpx,.kml,.geojson,.json"
        isReading={isReading}
        onFile={(chosen) => void read(chosen)}
      />
      <span className={classes.hint}>{file ?? t('track.hint')}</span>
      {fault && (
        <p className={classes.error} role="alert">
          {t(`track.fault.${fault}`)}
        </p>
      )}
    </div>
  );
}
