import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../../ui/fields/FileButton';
import { type FileTrack, type TrackFault, classifyTrackFault } from '../formats/track-file';
import classes from './ImportTrack.module.css';

const ImportDialog = lazy(() => import('./ImportDialog'));

/** Makes journeys of the tracks in a GPX, KML, TCX or FIT file: reads it, shows what it has, and adds what the person chooses. */
export function ImportTrack() {
  const { t } = useTranslation('journeys');
  const [isReading, setIsReading] = useState(false);
  const [file, setFile] = useState<{ name: string; tracks: FileTrack[] } | null>(null);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<TrackFault | null>(null);

  const read = async (chosen: File) => {
    setIsReading(true);
    setProblem(null);
    setName(chosen.name);
    try {
      // Without a connection, a part of the app that was never loaded is not there.
      const reader = await import('../formats/read-track-file').catch(() => null);
      if (reader) setFile({ name: chosen.name, tracks: await reader.readTrackFile(chosen) });
      else setProblem('not_loaded');
    } catch (error) {
      setProblem(classifyTrackFault(error));
    }
    setIsReading(false);
  };

  return (
    <div className={classes.import}>
      <FileButton
        label={t('import.choose')}
        accept=".gpx,.kml,.tcx,.fit,.xml"
        isReading={isReading}
        onFile={(chosen) => void read(chosen)}
      />
      {problem && (
        <p className={classes.fault} role="alert">
          <strong>{name}:</strong> {t(`import.fault.${problem}`)}
        </p>
      )}
      {file && (
        <Suspense fallback={null}>
          <ImportDialog file={file} onClose={() => setFile(null)} />
        </Suspense>
      )}
    </div>
  );
}
