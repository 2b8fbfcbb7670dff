import { Alert, Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DialogActions } from '../../../ui/DialogBody';
import { useFocusBack } from '../../../ui/steady-focus';
import { deviceTimeZone, zoneTable } from '../../../shared/geo/time-zone';
import type { FileTrack } from '../formats/track-file';
import { createJourney, readFirstPoint, useOwnJourneys } from '../own-journeys';
import classes from './ImportDialog.module.css';
import { importedJourney, isSameTrack } from './imported-journey';
import { correctedTrack, readTrackSpan, startTrackForm, type TrackForm, TrackPreview } from './TrackPreview';

interface Props {
  file: { name: string; tracks: FileTrack[] };
  onClose: () => void;
}

/** The tracks of a file, to look at and choose from before any is added. */
export default function ImportDialog({ file, onClose }: Props) {
  useFocusBack();
  const { t } = useTranslation(['journeys', 'common']);
  const navigate = useNavigate();
  const zones = useZones(file.tracks);
  const known = useKnown(file.tracks, zones);
  const [forms, setForms] = useState(() => file.tracks.map((track) => startTrackForm(track, withoutEnding(file.name))));
  const [state, setState] = useState<'open' | 'saving' | 'failed'>('open');
  const isChosen = (form: TrackForm, at: number) => form.isChosen ?? !known?.[at];
  const chosen = file.tracks.flatMap((track, at) =>
    isChosen(forms[at]!, at) ? [{ track: correctedTrack(track, forms[at]!), form: forms[at]!, zone: zones?.[at] ?? 'UTC' }] : [],
  );
  const isReady =
    zones !== null &&
    chosen.every(({ track, form, zone }) => form.name.trim() !== '' && (track.times === 'known' || readTrackSpan(form, zone)));

  const add = async () => {
    let last = '';
    for (const { track, form, zone } of chosen) {
      const { content, points } = importedJourney(track, { name: form.name.trim(), zone, span: readTrackSpan(form, zone) });
      last = await createJourney(content, points);
    }
    onClose();
    if (chosen.length === 1) await navigate(`/journey/${last}`);
  };
  const start = () => {
    setState('saving');
    add().catch((error: unknown) => {
      console.error('Track file', error);
      setState('failed');
    });
  };

  return (
    <Modal opened onClose={onClose} size="48rem" title={t('import.title')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <p className={classes.text}>{t('import.found', { count: file.tracks.length, file: file.name })}</p>
      <ul className={classes.tracks}>
        {file.tracks.map((track, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- tracks in the order of the file
          <li key={at}>
            <TrackPreview
              track={track}
              form={forms[at]!}
              zone={zones?.[at] ?? 'UTC'}
              isKnown={known?.[at] ?? false}
              isChosen={isChosen(forms[at]!, at)}
              isOnly={file.tracks.length === 1}
              onChange={(change) => setForms((before) => before.map((one, index) => (index === at ? { ...one, ...change } : one)))}
            />
          </li>
        ))}
      </ul>
      {state === 'failed' && (
        <Alert color="brick" role="alert">
          {t('dialog.failed')}
        </Alert>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button loading={state === 'saving'} disabled={chosen.length === 0 || !isReady} onClick={start}>
          {t('import.add', { count: chosen.length })}
        </Button>
      </DialogActions>
    </Modal>
  );
}

const withoutEnding = (name: string) => name.replace(/\.[a-z0-9]{1,5}$/i, '');

/** The time zones where the tracks begin; null until they are known. */
function useZones(tracks: readonly FileTrack[]): string[] | null {
  const [zones, setZones] = useState<string[] | null>(null);
  useEffect(() => {
    let isWanted = true;
    void zoneTable().then((zoneOf) => {
      if (!isWanted) return;
      setZones(
        tracks.map(({ segments }) => {
          const { latitude, longitude } = segments[0]![0]!;
          return zoneOf(latitude, longitude) ?? deviceTimeZone() ?? 'UTC';
        }),
      );
    });
    return () => {
      isWanted = false;
    };
  }, [tracks]);
  return zones;
}

/** Which of the tracks the person has already; null until it is known. */
function useKnown(tracks: readonly FileTrack[], zones: readonly string[] | null): boolean[] | null {
  const journeys = useOwnJourneys();
  const [known, setKnown] = useState<boolean[] | null>(null);
  useEffect(() => {
    if (!journeys || !zones) return undefined;
    let isWanted = true;
    const look = async () => {
      const found: boolean[] = [];
      for (const [at, track] of tracks.entries()) {
        const imported = importedJourney(track, { name: '', zone: zones[at]!, span: null });
        let isSame = false;
        for (const journey of journeys) isSame ||= isSameTrack(imported, journey, await readFirstPoint(journey.id));
        found.push(isSame && track.times === 'known');
      }
      if (isWanted) setKnown(found);
    };
    look().catch((error: unknown) => console.error('Track file', error));
    return () => {
      isWanted = false;
    };
  }, [tracks, journeys, zones]);
  return known;
}
