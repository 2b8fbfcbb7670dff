import { Button } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { area } from '../../i18n/units';
import { StillMap } from '../../shared/geo/still/StillMap';
import { LoadFailure } from '../../shared/records/lists/ListParts';
import { PublicRecordCard } from '../../shared/records/RecordCards';
import { useLanguage } from '../../shared/session/session';
import { speciesAddress } from '../../shared/taxa/data';
import { CardGrid } from '../../ui/cards/CardGrid';
import { TaxonRow } from '../../ui/cards/TaxonRow';
import { LostTrail } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { usePageTitle } from '../../ui/frame/page-title';
import { SectionTitle } from '../../ui/SectionTitle';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { isPlaceMissing, outlineShapes, usePublicPlacePage } from '../places/data';
import { PlacePhotos } from '../places/page/PlacePhotos';
import { useOpenPlaceRecords } from './data';
import { VisitorFrame } from './VisitorFrame';
import classes from './visitors.module.css';

const Markdown = lazy(async () => ({ default: (await import('../../ui/markdown/Markdown')).Markdown }));

/** A public place for visitors: where it is, its species and its latest records. */
export default function PlaceScreen() {
  const { t } = useTranslation(['visitors', 'places', 'common']);
  const language = useLanguage();
  const { id = '' } = useParams();
  const { data: place, dataUpdatedAt, error, refetch } = usePublicPlacePage(id, { asVisitor: true });
  const isMissing = isPlaceMissing(error);
  usePageTitle(isMissing ? t('common:screens.not_found') : place?.name);
  const shapes = useMemo(() => (place ? outlineShapes(place) : []), [place]);
  if (!place)
    return (
      <VisitorFrame title={t('common:screens.place')} more={t('place.more')} isLoading={!error}>
        {isMissing ? (
          <EmptyState
            drawing={<LostTrail />}
            sentence={t('places:missing')}
            action={
              <Button component={Link} to="/feed" variant="default">
                {t('common:screens.feed')}
              </Button>
            }
          />
        ) : error ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <RecordCardSkeletons count={1} label={t('loading')} />
        )}
      </VisitorFrame>
    );
  const { name, kind, area_m2, text, attribution } = place;
  return (
    <VisitorFrame title={name} lead={[t(`places:kind.${kind}`), area(area_m2, 'metric', language)].join(' · ')} more={t('place.more')}>
      <PlacePhotos place={place} sentAt={dataUpdatedAt} />
      {text.trim() !== '' && (
        <div className={classes.text}>
          <Suspense fallback={<p dir="auto">{text}</p>}>
            <Markdown text={text} />
          </Suspense>
        </div>
      )}
      <section className={classes.part} aria-labelledby="map">
        <SectionTitle id="map">{t('common:screens.map')}</SectionTitle>
        <StillMap label={t('places:map_of', { name })} shapes={shapes} />
        {attribution !== '' && <p className={classes.credit}>{attribution}</p>}
      </section>
      <Records id={id} />
    </VisitorFrame>
  );
}

function Records({ id }: { id: string }) {
  const { t } = useTranslation(['visitors', 'common']);
  const { data, error, refetch } = useOpenPlaceRecords(id);
  if (!data)
    return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <RecordCardSkeletons count={2} label={t('loading')} />;
  const { species, records } = data;
  if (records.length === 0) return <p className={classes.lead}>{t('place.none')}</p>;
  return (
    <>
      <section className={classes.part} aria-labelledby="species">
        <SectionTitle id="species">{t('place.species')}</SectionTitle>
        <ul className={classes.species}>
          {species.map(({ taxon, records: count, photo }) => (
            <li key={taxon.id}>
              <TaxonRow
                to={speciesAddress(taxon.id)}
                name={taxon.name}
                scientificName={taxon.scientific_name}
                rank={taxon.rank}
                group={taxon.group}
                imageUrl={photo?.urls?.[128] ?? taxon.image_url}
                note={t('common:count.records', { count })}
              />
            </li>
          ))}
        </ul>
      </section>
      <section className={classes.part} aria-labelledby="latest">
        <SectionTitle id="latest">{t('place.latest')}</SectionTitle>
        <CardGrid label={t('place.latest')}>
          {records.map((record) => (
            <PublicRecordCard key={record.id} record={record} />
          ))}
        </CardGrid>
      </section>
    </>
  );
}
