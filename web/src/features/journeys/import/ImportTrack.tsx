import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type ChangeEvent, lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileTrack, TrackFault } from '../formats/track-file';
import classes from './ImportTrack.module.css';

const ImportDialog = lazy(() => import('./ImportDialog'));

/** Makes journeys of the tracks in a GPX, KML, TCX or FIT file: reads it, shows what it has, and adds what the person chooses. */
export function ImportTrack() {
  const { t } = useTranslation('journeys');
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setIsReading] = useState(false);
  const [file, setFile] = useState<{ name: string; tracks: FileTrack[] } | null>(null);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<TrackFault | null>(null);

  const read = async (chosen: File) => {
    setIsReading(true);
    setProblem(null);
    const { trackFaultOf, readTrackFile } = await import('../formats/read-track-file');
    try {
      setFile({ name: chosen.name, tracks: await readTrackFile(chosen) });
    } catch (error) {
      setProblem(trackFaultOf(error));
      setName(chosen.name);
    }
    setIsReading(false);
  };
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.currentTarget.files ?? [];
    // The same file can be chosen again.
    event.currentTarget.value = '';
    if (chosen) void read(chosen);
  };

  return (
    <div className={classes.import}>
      <input ref={input} type="file" accept=".gpx,.kml,.tcx,.fit,.xml" hidden aria-label={t('import.choose')} onChange={pick} />
      <Button
        variant="default"
        leftSection={<IconFileImport size={20} aria-hidden />}
        loading={isReading}
        onClick={() => input.current?.click()}
      >
        {t('import.choose')}
      </Button>
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
