import type { License, ListedObservation } from '@veld/contract';
import { isAbsence } from '@veld/contract';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoSource } from '../../ui/Photo';
import { photosInOrder } from '../../shared/media/photos-in-order';
import { creditLine, licenseName } from '../../shared/records/record-labels';
import type { LocalMedia, LocalObservation } from '../../shared/records/own';
import { type Taxon, taxonPhoto } from '../../shared/taxa/data';
import { usePhotosOfOthers } from './community';
import { useImageInfo } from './image-info';
import { useChosenPhotos } from './own-pictures';
import { eachKindFirst, type PhotoKind } from './photo-order';
import { useRecordsOfSpecies } from './own-species';

/** The user's photos shown on the page of a species; all are with their records. */
const OWN = 6;

interface Common extends PhotoKind {
  key: string;
  alt: string;
  credit: string | null;
}

/** A photo on the page of a species: of the user, the image that curators chose, or of somebody else. */
export type SpeciesPhoto = Common &
  (
    | { whose: 'own'; photo: LocalMedia; recordId: string }
    | { whose: 'curated'; photo: PhotoSource; pageUrl: string | null }
    | { whose: 'others'; photo: PhotoSource; recordId: string }
  );

/**
 * The photos of a species, each once: the user's, the one they chose first, then the image of the species, then those of others.
 * Undefined while loading what is on this device.
 */
export function useSpeciesPhotos(taxon: Taxon): SpeciesPhoto[] | undefined {
  const { t } = useTranslation('species');
  const records = useRecordsOfSpecies(taxon.id);
  const chosen = useChosenPhotos(records)?.get(taxon.id);
  const { info, isLoading } = useImageInfo(taxon.id, taxon.image_url !== null);
  const others = usePhotosOfOthers(taxon.id);
  return useMemo(() => {
    if (!records) return undefined;
    const own = ownPhotos(records, chosen).map(({ record, photo }): SpeciesPhoto => ({
      ...kindOf(record),
      key: photo.id,
      whose: 'own',
      photo,
      recordId: record.id,
      alt: photo.caption ?? taxon.name,
      credit: t('page.own_photo'),
    }));
    // Which photo the image is, is only known with its details.
    const ofOthers = isLoading ? [] : (others ?? []).flatMap((record) => photoOfOthers(record, taxon));
    return unique([...own, ...curated(taxon, info), ...ofOthers]);
  }, [records, chosen, info, isLoading, others, taxon, t]);
}

/** After this time, the page of a species is being read. */
const SOON_MS = 600;

/**
 * The photo at the top of the page. One of somebody else only if it is known soon after the page was opened: a later one would push
 * away what is being read.
 */
export function useTopPhoto(photos: readonly SpeciesPhoto[] | undefined, soon = SOON_MS): SpeciesPhoto | undefined {
  const [isLate, setLate] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), soon);
    return () => clearTimeout(timer);
  }, [soon]);
  const first = photos?.[0];
  if (first && !isLate && shown !== first.key) setShown(first.key);
  return first && (first.whose !== 'others' || shown === first.key) ? first : undefined;
}

const kindOf = ({ life_stage, sex }: { life_stage?: unknown; sex?: unknown }): PhotoKind => ({
  life_stage: typeof life_stage === 'string' ? life_stage : null,
  sex: typeof sex === 'string' ? sex : null,
});

/** The chosen photo, then the first one of each record. */
function ownPhotos(
  records: readonly LocalObservation[],
  chosen: LocalMedia | undefined,
): { record: LocalObservation; photo: LocalMedia }[] {
  const withPhotos = records.filter((record) => record.media.length > 0 && !isAbsence(record));
  const firsts = eachKindFirst(withPhotos, OWN).map((record) => ({ record, photo: photosInOrder(record.media)[0]! }));
  const record = chosen && withPhotos.find(({ media }) => media.some(({ id }) => id === chosen.id));
  return record ? [{ record, photo: chosen }, ...firsts] : firsts;
}

function curated(
  { image_url: url, image_attribution: credit, name }: Taxon,
  info: ReturnType<typeof useImageInfo>['info'],
): SpeciesPhoto[] {
  if (!url) return [];
  const key = info?.photo_id ?? 'curated';
  const kind = kindOf({ life_stage: info?.life_stage });
  return [
    {
      ...kind,
      key,
      whose: 'curated',
      photo: taxonPhoto(url),
      alt: info?.alt ?? name,
      credit: credit && creditLine(credit),
      pageUrl: info?.page_url ?? null,
    },
  ];
}

function photoOfOthers(record: ListedObservation, taxon: Taxon): SpeciesPhoto[] {
  const [photo] = photosInOrder(record.media);
  if (!photo) return [];
  const license = (photo.license ?? record.license) as License | null | undefined;
  const credit = license ? `${record.user.name} · ${licenseName(license)}` : record.user.name;
  return [{ ...kindOf(record), key: photo.id, whose: 'others', photo, recordId: record.id, alt: photo.caption ?? taxon.name, credit }];
}

function unique(photos: readonly SpeciesPhoto[]): SpeciesPhoto[] {
  const keys = photos.map(({ key }) => key);
  return photos.filter(({ key }, at) => keys.indexOf(key) === at);
}
