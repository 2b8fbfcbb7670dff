import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FileFault, PlacesFileError, readPlacesFile } from '../../settings/import/read-places-file';
import { trackOf } from './area-form';
import classes from './form.module.css';

interface Props {
  onTrack: (track: NonNullable<ReturnType<typeof trackOf>>, name: string) => void;
}

/** Reads the track of a GPX, KML or GeoJSON file. */
export function TrackField({ onTrack }: Props) {
  const { t } = useTranslation('tile-requests');
  const input = useRef<HTMLInputElement>(null);
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
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.currentTarget.files ?? [];
    // The same file can be chosen again.
    event.currentTarget.value = '';
    if (chosen) void read(chosen);
  };
  return (
    <div className={classes.buttons}>
      <input ref={input} type="file" accept=".gpx,.kml,.geojson,.json" hidden aria-label={t('track.choose')} onChange={pick} />
      <Button
        variant="default"
        leftSection={<IconFileImport size={20} aria-hidden />}
        loading={isReading}
        onClick={() => input.current?.click()}
      >
        {t('track.choose')}
      </Button>
      <span className={classes.hint}>{file ?? t('track.hint')}</span>
      {fault && (
        <p className={classes.error} role="alert">
          {t(`track.fault.${fault}`)}
        </p>
      )}
    </div>
  );
}
