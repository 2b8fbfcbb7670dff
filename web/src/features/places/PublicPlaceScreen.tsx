import { Button } from '@mantine/core';
import { IconBinoculars, IconListSearch, IconPencil, IconRoute2, IconShare } from '@tabler/icons-react';
import type { PublicPlacePage } from '@veld/contract';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { shareLink } from '../../device/files';
import { area } from '../../i18n/units';
import { placeQuery } from '../../shared/geo/map/place-query';
import { StillMap } from '../../shared/geo/still/StillMap';
import { locationOfPublicPlace } from '../../shared/location/location-filter';
import { SavedViews } from '../../shared/record-filter/views/SavedViews';
import { LoadFailure } from '../../shared/records/lists/ListParts';
import { usePreference } from '../../shared/session/preferences';
import { notifier, useIsOnline, useLanguage } from '../../shared/session/session';
import { LostTrail } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { usePageTitle } from '../../ui/frame/page-title';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useSavedPlaces } from '../saved-places/data';
import { directionsAddress, isPlaceMissing, outlineShapes, reachOfPlace, usePublicPlacePage } from './data';
import { PlacePhotos } from './page/PlacePhotos';
import { PlaceRecords } from './page/PlaceRecords';
import classes from './PublicPlaceScreen.module.css';

const Markdown = lazy(async () => ({ default: (await import('../../ui/markdown/Markdown')).Markdown }));

/** A place that everybody sees: what it is, and what was recorded in it. */
export default function PublicPlaceScreen() {
  const { t } = useTranslation(['places', 'common']);
  const { id = '' } = useParams();
  const isOnline = useIsOnline();
  const isOpened = useSavedPlaces()?.some(({ open_to_all: open }) => open?.id === id) ?? false;
  const { data: place, dataUpdatedAt, error, refetch } = usePublicPlacePage(id, { isAwaited: isOpened });
  const isMissing = isPlaceMissing(error);
  // What this device made public is on its way.
  const isOnTheWay = isMissing && isOpened;
  usePageTitle(isMissing && !isOnTheWay ? t('common:screens.not_found') : place?.name);
  if (place && !isMissing) return <PlacePage place={place} sentAt={dataUpdatedAt} />;
  return (
    <>
      <PageHeader title={t('common:screens.place')} />
      {isOnTheWay ? (
        <p role="status">{t('on_the_way')}</p>
      ) : isMissing ? (
        <EmptyState
          drawing={<LostTrail />}
          sentence={t('missing')}
          action={
            <Button component={Link} to="/explore" variant="default">
              {t('common:screens.explore')}
            </Button>
          }
        />
      ) : !error ? (
        <TaxonRowSkeletons label={t('loading')} />
      ) : isOnline ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <ErrorState
          sentence={t('offline')}
          action={
            <Button variant="default" onClick={() => void refetch()}>
              {t('common:action.retry')}
            </Button>
          }
        />
      )}
    </>
  );
}

/** `sentAt`: when the server sent it, in milliseconds. */
function PlacePage({ place, sentAt }: { place: PublicPlacePage; sentAt: number }) {
  const { t } = useTranslation(['places', 'common']);
  const language = useLanguage();
  const { value: units } = usePreference('units');
  const shapes = useMemo(() => outlineShapes(place), [place]);
  const { id, name, kind, latitude, longitude, area_m2, text, attribution } = place;
  const ofPlace = useMemo(() => ({ values: {}, location: locationOfPublicPlace(id), unread: [] }), [id]);
  const here = placeQuery({ latitude, longitude, uncertainty_m: reachOfPlace(place) });
  return (
    <>
      <PageHeader
        title={name}
        lead={[t(`kind.${kind}`), area(area_m2, units, language)].join(' · ')}
        actions={
          <>
            <Button component={Link} to={`/observe?${here}`} leftSection={<IconBinoculars size={20} aria-hidden />}>
              {t('observe_here')}
            </Button>
            <Button
              component="a"
              href={directionsAddress(place, navigator.userAgent)}
              target="_blank"
              rel="noreferrer"
              variant="default"
              leftSection={<IconRoute2 size={20} aria-hidden />}
            >
              {t('directions')}
            </Button>
            <SavedViews screen="explore" shown={ofPlace} onlyFollow />
            <ShareButton place={place} />
            {place.is_own && <EditButton pageId={id} />}
          </>
        }
      />
      <PlacePhotos place={place} sentAt={sentAt} />
      <div className={classes.about}>
        <div className={classes.map}>
          <StillMap label={t('map_of', { name })} shapes={shapes} to={`/explore?place=${id}&view=map`} />
          {attribution !== '' && <p className={classes.credit}>{attribution}</p>}
        </div>
        <div className={classes.words}>
          {text.trim() !== '' && (
            <Suspense fallback={<p dir="auto">{text}</p>}>
              <Markdown text={text} />
            </Suspense>
          )}
          <Button component={Link} to={`/explore?place=${id}`} variant="default" leftSection={<IconListSearch size={20} aria-hidden />}>
            {t('explore')}
          </Button>
        </div>
      </div>
      <PlaceRecords place={place} />
    </>
  );
}

function ShareButton({ place: { id, name } }: { place: PublicPlacePage }) {
  const { t } = useTranslation('places');
  const share = () =>
    shareLink(name, new URL(`/places/${id}`, window.location.href).href).then(
      (outcome) => outcome === 'copied' && notifier.show('positive', t('copied')),
      (error: unknown) => notifier.show('negative', t('not_shared'), { cause: error }),
    );
  return (
    <Button variant="default" leftSection={<IconShare size={20} aria-hidden />} onClick={() => void share()}>
      {t('share')}
    </Button>
  );
}

/** To the saved place of the page, where it is changed and taken back. */
function EditButton({ pageId }: { pageId: string }) {
  const { t } = useTranslation('common');
  const saved = useSavedPlaces()?.find(({ open_to_all: open }) => open?.id === pageId);
  if (!saved) return null;
  return (
    <Button component={Link} to={`/settings/locations/${saved.id}`} variant="default" leftSection={<IconPencil size={20} aria-hidden />}>
      {t('action.edit')}
    </Button>
  );
}
