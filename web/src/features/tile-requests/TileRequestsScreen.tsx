import { Button } from '@mantine/core';
import { IconMapPlus } from '@tabler/icons-react';
import type { TileOffer } from '@veld/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { bytes } from '../../i18n/units';
import { boxInQuery, placeInQuery } from '../../shared/geo/map/place-query';
import { useIsOnline, useLanguage } from '../../shared/session/session';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useDevicePlace } from '../../shared/geo/map/picker-start';
import { useDownloads, useOfflineMaps, useTileRequests } from './data';
import { type NamedTrack, readJourney } from './form/read-track';
import { RequestForm } from './form/RequestForm';
import { MapCard } from './MapCard';
import classes from './tile-requests.module.css';

/** At this number or fewer, the screen says how many more maps the person may ask for. */
const FEW_REQUESTS = 4;

/** The offline maps of the person, and a form to ask for another one (`?new=1`, along a journey with `&journey=`, around a place with `&at=`, of what a map shows with `&box=`). */
export default function TileRequestsScreen() {
  const { t } = useTranslation(['tile-requests', 'common']);
  const [search, setSearch] = useSearchParams();
  const { data, dataUpdatedAt, isError, refetch } = useTileRequests();
  const maps = useOfflineMaps(data?.data, dataUpdatedAt);
  const downloads = useDownloads();
  const isOnline = useIsOnline();
  const isAsking = search.get('new') === '1';
  const journey = useJourneyArea(search.get('journey'));
  const here = useDevicePlace();
  const close = () => setSearch({}, { replace: true });
  const add = (
    <Button leftSection={<IconMapPlus size={20} aria-hidden />} disabled={!isOnline} onClick={() => setSearch({ new: '1' })}>
      {t('new')}
    </Button>
  );

  if (isAsking && data)
    return (
      <div className={classes.form}>
        <PageHeader title={t('new')} takesFocus back={{ to: '/tile-requests', label: t('common:screens.tile_requests') }} />
        {journey === undefined || here === undefined ? (
          <TaxonRowSkeletons count={3} label={t('track.loading')} />
        ) : (
          <RequestForm
            offer={data.offer}
            downloads={downloads}
            journey={journey}
            place={placeInQuery(search) ?? here}
            box={boxInQuery(search)}
            onAsked={close}
          />
        )}
      </div>
    );
  const isEmpty = maps?.length === 0;
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('common:screens.tile_requests')}
        lead={t('lead')}
        back={{ to: '/map', label: t('common:screens.map') }}
        actions={!isEmpty && downloads !== null && add}
      />
      {downloads === null && <p role="status">{t('unsupported')}</p>}
      {data && (!isEmpty || data.offer.used_bytes > 0 || data.offer.requests_left === 0) && <Usage offer={data.offer} />}
      {isError && !data && maps && (isOnline || !isEmpty) && (
        <ErrorState
          sentence={t(isEmpty ? 'failed_none' : 'failed')}
          action={
            <Button variant="default" onClick={() => void refetch()}>
              {t('common:action.retry')}
            </Button>
          }
        />
      )}
      {!maps || (!data && !isError && isOnline) ? (
        <TaxonRowSkeletons count={3} label={t('loading')} />
      ) : isEmpty && (data || !isOnline) ? (
        <EmptyState sentence={isOnline ? t('empty') : t('empty_offline')} action={downloads !== null && add} />
      ) : (
        <ul className={classes.list}>
          {maps.map((one) => (
            <MapCard key={one.id} map={one} downloads={downloads} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Usage({ offer: { used_bytes, max_bytes, requests_left } }: { offer: TileOffer }) {
  const { t } = useTranslation('tile-requests');
  const language = useLanguage();
  return (
    <p className={classes.usage}>
      {t('usage', { used: bytes(used_bytes, language), of: bytes(max_bytes, language) })}{' '}
      {requests_left === 0 ? t('no_requests_left') : requests_left <= FEW_REQUESTS && t('requests_left', { count: requests_left })}
    </p>
  );
}

type JourneyArea = NamedTrack & { id: string };

/** A journey to ask for an area along; undefined while loading, null without one. */
function useJourneyArea(id: string | null): JourneyArea | null | undefined {
  const [found, setFound] = useState<{ id: string; area: JourneyArea | null } | null>(null);
  useEffect(() => {
    if (id === null) return;
    let isWanted = true;
    readJourney(id).then(
      (area) => isWanted && setFound({ id, area: area && { ...area, id } }),
      () => isWanted && setFound({ id, area: null }),
    );
    return () => {
      isWanted = false;
    };
  }, [id]);
  if (id === null) return null;
  return found?.id === id ? found.area : undefined;
}
