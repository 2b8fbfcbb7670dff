import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { trackPieces, trimmed } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { pickPhotos } from '../../../device/pick-photos';
import { clockTime } from '../../../i18n/format';
import { NO_FACTS, type PhotoFacts } from '../../../local/db/rows';
import { readPhoto } from '../../../shared/media/read-photo';
import { readPhotoFacts } from '../../../shared/media/photo-facts';
import { currentDatabase, useLanguage, useUser } from '../../../shared/session/session';
import { MAX_PHOTOS, readOntoBoard } from '../../photo-import/reading/reading';
import { duration } from '../effort-words';
import { type DialogProps, JourneyDialog } from '../page/dialogs/JourneyDialog';
import { clockAt } from '../page/journey-times';
import { JourneyMap } from '../page/JourneyMap';
import { RangeInput } from '../page/RangeInput';
import { type Dot, drawnLines } from '../page/track-overlay';
import { matchedFacts, matchPhoto, offsetFromClock, type PhotoMatch } from './match-photos';
import classes from './MatchPhotosDialog.module.css';

/** The slider moves the clock by at most an hour from where a photo of a clock has put it. */
const REACH_S = 3600;

type Matched = PickedPhoto & { match: PhotoMatch };
type Placed = PickedPhoto & { match: Extract<PhotoMatch, { place: unknown }> };
const isPlaced = (one: Matched): one is Placed => 'place' in one.match;

/** Finds the places of photos on the track by their times, and puts them on the board of photos, to become records of the journey. */
export default function MatchPhotosDialog({ journey, points, onClose }: DialogProps) {
  const { t } = useTranslation('journeys');
  const navigate = useNavigate();
  const { geoprivacy, license, photo_license } = useUser().preferences;
  const { photos, isReading, pick } = usePickedPhotos();
  const [offset, setOffset] = useState(0);
  const pieces = useMemo(() => trackPieces(trimmed(points, journey.trim)), [points, journey.trim]);
  const lines = useMemo(() => drawnLines(pieces), [pieces]);
  const zone = journey.time_zone;
  const matched = useMemo(
    () => photos.map((photo): Matched => ({ ...photo, match: matchPhoto(photo.facts, pieces, { zone, offset }) })),
    [photos, pieces, zone, offset],
  );
  const placed = matched.filter(isPlaced);
  const dots = useMemo(
    () => matched.filter(isPlaced).map(({ file, match }): Dot => ({ id: file.name, group: 'other', ...match.place })),
    [matched],
  );
  const add = async () => {
    const byFile = new Map(placed.map(({ file, match }) => [file, match]));
    const read = async (file: File) => {
      const photo = await readPhoto(file);
      return { ...photo, facts: matchedFacts(photo.facts, byFile.get(file)!, journey) };
    };
    // Reading goes on while the board is shown.
    void readOntoBoard(currentDatabase(), [...byFile.keys()], { geoprivacy, license, photo_license }, read);
    await navigate('/observe/photos');
  };
  return (
    <JourneyDialog
      title={t('action.photos')}
      action={placed.length === 0 ? t('photos.add_any') : t('photos.add', { count: placed.length })}
      size="48rem"
      isDisabled={placed.length === 0}
      onClose={onClose}
      onAct={add}
    >
      <p>{t('photos.text')}</p>
      <div>
        <Button variant="default" loading={isReading} leftSection={<IconPhotoPlus size={20} aria-hidden />} onClick={() => void pick()}>
          {t('photos.choose')}
        </Button>
      </div>
      {photos.length > 0 && (
        <>
          <CameraClock photos={photos} offset={offset} onChange={setOffset} />
          <JourneyMap label={t('page.map', { name: journey.name })} lines={lines} dots={dots} areRecords={false} />
          <p role="status">{t('photos.placed', { count: placed.length, total: photos.length })}</p>
          <ul className={classes.photos}>
            {matched.map((one) => (
              <PhotoLine key={`${one.file.name} ${one.file.lastModified} ${one.file.size}`} photo={one} zone={zone} />
            ))}
          </ul>
        </>
      )}
    </JourneyDialog>
  );
}

function PhotoLine({ photo: { file, match }, zone }: { photo: Matched; zone: string }) {
  const { t } = useTranslation('journeys');
  const language = useLanguage();
  return (
    <li data-fault={'fault' in match || undefined}>
      <span className={classes.name}>{file.name}</span>
      <span>
        {match.at !== null && clockAt(match.at, zone, language)}
        {'fault' in match && `${match.at === null ? '' : ' · '}${t(`photos.fault.${match.fault}`)}`}
      </span>
    </li>
  );
}

interface Props {
  photos: readonly PickedPhoto[];
  /** What the clock of the camera is behind the true time, in milliseconds. */
  offset: number;
  onChange: (offset: number) => void;
}

/** How wrong the clock of the camera is: from a photo of a clock, or by dragging until the photos are where they were taken. */
function CameraClock({ photos, offset, onChange }: Props) {
  const { t } = useTranslation('journeys');
  const language = useLanguage();
  const [middle, setMiddle] = useState(0);
  const timed = photos.filter(({ facts }) => facts.taken_time !== null);
  const [chosen, setChosen] = useState(0);
  const [typed, setTyped] = useState('');
  const clock = timed[chosen];
  const set = (text: string, photo: PickedPhoto | undefined) => {
    const found = photo ? offsetFromClock(photo.facts, text) : null;
    if (found === null) return;
    setMiddle(found / 1000);
    onChange(found);
  };
  const seconds = Math.round(offset / 1000);
  const text =
    seconds === 0 ? t('clock.right') : t(seconds > 0 ? 'clock.behind' : 'clock.ahead', { duration: spanText(Math.abs(seconds), language) });
  const isWrong = typed.trim() !== '' && clock !== undefined && offsetFromClock(clock.facts, typed) === null;
  return (
    <fieldset className={classes.clock}>
      <legend>{t('clock.title')}</legend>
      <RangeInput
        label={t('clock.drag')}
        text={text}
        min={middle - REACH_S}
        max={middle + REACH_S}
        value={seconds}
        onChange={(value) => onChange(value * 1000)}
      />
      {timed.length > 0 && (
        <div className={classes.photo}>
          <NativeSelect
            label={t('clock.photo')}
            value={String(chosen)}
            data={timed.map(({ file, facts }, at) => ({
              value: String(at),
              label: `${file.name} (${clockTime(facts.taken_time!, language)})`,
            }))}
            onChange={(event) => {
              const next = Number(event.currentTarget.value);
              setChosen(next);
              set(typed, timed[next]);
            }}
          />
          <TextInput
            label={t('clock.shows')}
            placeholder="14:05:30"
            value={typed}
            error={isWrong && t('clock.invalid')}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              set(event.currentTarget.value, clock);
            }}
          />
        </div>
      )}
    </fieldset>
  );
}

/** Exact to the second. */
function spanText(seconds: number, language: Parameters<typeof duration>[1]): string {
  const rest = seconds % 60;
  const parts = [seconds >= 60 && duration(seconds - rest, language), (rest > 0 || seconds < 60) && duration(rest, language)];
  return parts.filter(Boolean).join(' ');
}

interface PickedPhoto {
  file: File;
  facts: PhotoFacts;
}

/** Photos to match: only what their cameras wrote is read, because the rest is needed later, if at all. */
function usePickedPhotos() {
  const [photos, setPhotos] = useState<PickedPhoto[]>([]);
  const [isReading, setReading] = useState(false);
  const pick = async () => {
    const files = await pickPhotos('files');
    if (files.length === 0) return;
    setReading(true);
    const picked: PickedPhoto[] = [];
    for (const file of files.slice(0, MAX_PHOTOS))
      picked.push({ file, facts: await file.arrayBuffer().then(readPhotoFacts, () => NO_FACTS) });
    setPhotos(picked);
    setReading(false);
  };
  return { photos, isReading, pick };
}
