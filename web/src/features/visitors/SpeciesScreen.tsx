import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { EmptyState } from '../../ui/EmptyState';
import { LostTrail } from '../../ui/drawings/EmptyDrawings';
import { usePageTitle } from '../../ui/frame/page-title';
import { GroupPanel } from '../../ui/GroupIcon';
import { Photo } from '../../ui/Photo';
import { ScientificName } from '../../ui/ScientificName';
import { SectionTitle } from '../../ui/SectionTitle';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { LoadFailure } from '../../shared/records/lists/ListParts';
import { StillMap } from '../../shared/geo/still/StillMap';
import { useEveryoneCells } from '../../shared/geo/still/use-everyone-cells';
import { useImageInfo } from '../species/image-info';
import { taxonPhoto } from '../../shared/taxa/data';
import { isMissing, useTaxonOfServer } from './data';
import { VisitorFrame } from './VisitorFrame';
import classes from './visitors.module.css';

/** A species for visitors: names, image, and where it was recorded. */
export default function SpeciesScreen() {
  const { t } = useTranslation(['visitors', 'common']);
  const { id = '' } = useParams();
  const { data: taxon, error, refetch } = useTaxonOfServer(id);
  usePageTitle(isMissing(error) ? t('common:screens.not_found') : taxon?.name);
  const cells = useEveryoneCells({ taxon_id: id, asVisitor: true });
  if (!taxon)
    return (
      <VisitorFrame
        title={t(isMissing(error) ? 'common:taxon.unknown' : 'common:screens.species')}
        more={t('species_page.more')}
        isLoading={!error}
      >
        {isMissing(error) ? (
          <EmptyState
            drawing={<LostTrail />}
            sentence={t('species_page.missing')}
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
  const isNamed = taxon.name !== taxon.scientific_name;
  const scientific = <ScientificName name={taxon.scientific_name} rank={taxon.rank} />;
  return (
    <VisitorFrame title={isNamed ? taxon.name : scientific} more={t('species_page.more')}>
      {isNamed && <p className={classes.lead}>{scientific}</p>}
      {taxon.image_url && <Picture taxon={{ ...taxon, image_url: taxon.image_url }} />}
      {cells && cells.length > 0 && (
        <section className={classes.part} aria-labelledby="map">
          <SectionTitle id="map">{t('species_page.map')}</SectionTitle>
          <StillMap label={t('species_page.map_of', { name: taxon.name })} shapes={cells} />
        </section>
      )}
    </VisitorFrame>
  );
}

type Pictured = Pick<NonNullable<ReturnType<typeof useTaxonOfServer>['data']>, 'id' | 'name' | 'scientific_name' | 'group'> & {
  image_url: string;
};

function Picture({ taxon }: { taxon: Pictured }) {
  const { info } = useImageInfo(taxon.id, true);
  const credit = info?.attribution;
  return (
    <figure className={classes.picture}>
      <div>
        <Photo
          photo={taxonPhoto(taxon.image_url)}
          alt={info?.alt ?? taxon.name}
          sizes="(min-width: 40em) 576px, 100vw"
          fallback={<GroupPanel group={taxon.group} name={taxon.scientific_name} size={40} fill />}
          isFirst
        />
      </div>
      {credit && <figcaption className={classes.credit}>{credit}</figcaption>}
    </figure>
  );
}
