import { Button } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { trackPieces, trimmed } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { currentDatabase, useLanguage, useUser } from '../../../shared/session/session';
import { readPhoto } from '../../../shared/media/data';
import { readOntoBoard } from '../../photo-import/reading/reading';
import type { DialogProps } from '../page/dialogs/dialog-props';
import { JourneyDialog } from '../page/dialogs/JourneyDialog';
import { clockAt } from '../page/journey-times';
import { JourneyMap } from '../page/JourneyMap';
import { type Dot, drawnLines } from '../page/track-overlay';
import { CameraClock } from './CameraClock';
import { matchPhoto, type PhotoMatch } from './match-photos';
import { matchedFacts } from './matched-facts';
import classes from './MatchPhotosDialog.module.css';
import { type PickedPhoto, usePickedPhotos } from './use-picked-photos';

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
