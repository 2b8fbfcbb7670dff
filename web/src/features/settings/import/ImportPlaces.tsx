import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../../ui/fields/FileButton';
import type { SavedPlace } from '../data';
import { ImportDialog } from './ImportDialog';
import { placeCandidates, type PlacesFile } from './place-candidates';
import { type FileFault, PlacesFileError, readPlacesFile } from './read-places-file';
import classes from './ImportPlaces.module.css';

interface Props {
  places: readonly SavedPlace[];
  onAdded: (count: number) => void;
}

/** Adds places of a GPX, KML or GeoJSON file: reads it, shows what it has, and adds what the person chooses. */
export function ImportPlaces({ places, onAdded }: Props) {
  const { t } = useTranslation('settings');
  const [isReading, setIsReading] = useState(false);
  const [file, setFile] = useState<PlacesFile | null>(null);
  const [fault, setFault] = useState<FileFault | 'empty' | null>(null);

  const read = async (chosen: File) => {
    setIsReading(true);
    setFault(null);
    try {
      const found = placeCandidates(await readPlacesFile(chosen));
      if (found.candidates.length === 0) setFault('empty');
      else setFile({ name: chosen.name, ...found });
    } catch (error) {
      setFault(error instanceof PlacesFileError ? error.fault : 'unreadable');
    }
    setIsReading(false);
  };

  return (
    <div className={classes.import}>
      <FileButton
        label={t('places.import.choose')}
        accept=".gpx,.kml,.geojson,.json,.txt,application/gpx+xml,application/vnd.google-earth.kml+xml,application/geo+json"
        isReading={isReading}
        onFile={(chosen) => void read(chosen)}
      />
      {fault && (
        <p className={classes.fault} role="alert">
          {t(`places.import.fault.${fault}`)}
        </p>
      )}
      {file && <ImportDialog file={file} places={places} onClose={() => setFile(null)} onAdded={onAdded} />}
    </div>
  );
}
