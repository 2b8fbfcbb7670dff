import { Button } from '@mantine/core';
import { IconBinoculars } from '@tabler/icons-react';
import { isAboveSpecies } from '@veld/contract';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { EmptyState } from '../../ui/EmptyState';
import { LostTrail } from '../../ui/drawings/LostTrail';
import { GroupIcon } from '../../ui/GroupIcon';
import { usePageTitle } from '../../ui/frame/page-title';
import { ScientificName } from '../../ui/ScientificName';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import {
  readGroup,
  observeAddress,
  speciesAddress,
  type Taxon,
  taxonIdFrom,
  useChildren,
  useParents,
  useTaxon,
  useTaxonomyStatus,
  useWantedTaxonIds,
} from '../../shared/taxa/data';
import { ImageLink } from '../../shared/taxa/parts/ImageLink';
import { NamesState } from '../../shared/taxa/parts/NamesState';
import { rankLabel } from '../../shared/taxa/rank-label';
import { WantedButton } from '../../shared/taxa/parts/WantedButton';
import { Confusions } from './parts/Confusions';
import { Description } from './parts/Description';
import { EveryonesMonths } from './parts/EveryonesMonths';
import { LikelyNow } from './parts/LikelyNow';
import { ListSteps } from './steps/ListSteps';
import { Observers } from './parts/Observers';
import { OtherTaxa } from './parts/OtherTaxa';
import { OthersState } from './parts/OthersState';
import { OwnRecordsOfSpecies } from './parts/OwnRecordsOfSpecies';
import { PhotoStrip } from './parts/PhotoStrip';
import { RarityLine } from './parts/RarityLine';
import { SimilarSpecies } from './parts/SimilarSpecies';
import { SpeciesMap } from './parts/SpeciesMap';
import { SpeciesNames } from './parts/SpeciesNames';
import { SpeciesNotes } from './parts/SpeciesNotes';
import { SpeciesPicture } from './parts/SpeciesPicture';
import { SpeciesStatus } from './parts/SpeciesStatus';
import { StatusAtHome } from './parts/StatusChips';
import { WhatToNote } from './parts/WhatToNote';
import { useSpeciesPhotos, useTopPhoto } from './photos';
import { useCountedView } from './use-counted-view';
import classes from './SpeciesScreen.module.css';

export default function SpeciesScreen() {
  const { id } = useParams();
  const number = taxonIdFrom(id);
  const taxon = useTaxon(number);
  return (
    <>
      {number !== null && <ListSteps taxonId={number} name={taxon?.name} />}
      <Shown number={number} taxon={taxon} />
    </>
  );
}

/** The page of a taxon, or why there is none. `taxon` is null if it is not on this device. */
function Shown({ number, taxon }: { number: number | null; taxon: Taxon | null | undefined }) {
  const status = useTaxonomyStatus();
  const { t } = useTranslation(['species', 'common']);
  const isLooking = taxon === undefined || status === undefined || status.loading;
  const isMissing = !taxon && (!isLooking || number === null);
  usePageTitle(isMissing ? t('common:screens.not_found') : taxon?.name);
  if (taxon) return <SpeciesPage key={taxon.id} taxon={taxon} />;
  if (status?.loading && !isMissing) return <NamesState skeletons={OneCard} />;
  if (!isMissing) return <OneCard label={t('common:taxonomy.loading')} />;
  return (
    <EmptyState
      drawing={<LostTrail />}
      title={t('common:taxon.unknown')}
      headingLevel={1}
      sentence={t('page.unknown')}
      action={
        <Button variant="default" component={Link} to="/knowledge">
          {t('common:screens.knowledge')}
        </Button>
      }
    />
  );
}

const OneCard = ({ label }: { label: string }) => <RecordCardSkeletons count={1} label={label} />;

function SpeciesPage({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation(['species', 'taxa', 'common']);
  useCountedView(taxon.id);
  const wanted = useWantedTaxonIds();
  const photos = useSpeciesPhotos(taxon);
  const top = useTopPhoto(photos);
  const group = readGroup(taxon);
  const rank = rankLabel(taxon.rank, t);
  const isHigher = isAboveSpecies(taxon.rank);
  const isOnlyScientific = taxon.name === taxon.scientific_name;
  return (
    <article className={classes.page}>
      <div className={classes.hero}>
        <SpeciesPicture {...{ taxon, photos, top }} />
        <div className={classes.words}>
          <h1 className={classes.name}>{isOnlyScientific ? <ScientificName name={taxon.name} rank={taxon.rank} /> : taxon.name}</h1>
          {!isOnlyScientific && <ScientificName className={classes.scientific} name={taxon.scientific_name} rank={taxon.rank} />}
          {rank && <p className={classes.line}>{rank}</p>}
          <p className={classes.line}>
            <GroupIcon group={group} size={22} />
            <Link to={`/knowledge?group=${group}`}>{t(`common:group.${group}`)}</Link>
            <HigherTaxa taxon={taxon} />
          </p>
          {!isHigher && <RarityLine taxon={taxon} className={classes.line} />}
          {!isHigher && <StatusAtHome taxonId={taxon.id} />}
          {!isHigher && <LikelyNow taxon={taxon} className={classes.line} />}
          <div className={classes.actions}>
            <Button component={Link} to={observeAddress(taxon.id)} leftSection={<IconBinoculars size={20} aria-hidden />}>
              {t('taxa:observe')}
            </Button>
            {wanted && !isHigher && <WantedButton taxon={taxon} isWanted={wanted.has(taxon.id)} />}
            <ImageLink taxon={taxon} />
          </div>
          <Description taxonId={taxon.id} />
        </div>
      </div>
      <PhotoStrip {...{ taxon, photos, top }} />
      <OthersState taxonId={taxon.id} />
      <OwnRecordsOfSpecies taxon={taxon} />
      <SpeciesNotes taxonId={taxon.id} />
      {!isHigher && <SpeciesStatus taxonId={taxon.id} />}
      {!isHigher && <EveryonesMonths taxon={taxon} />}
      <SpeciesMap taxonId={taxon.id} />
      <WhatToNote taxon={taxon} />
      <SpeciesNames taxon={taxon} />
      <Observers taxonId={taxon.id} />
      {isHigher ? <Members taxon={taxon} /> : <SimilarSpecies taxon={taxon} />}
      {!isHigher && <Confusions taxon={taxon} />}
    </article>
  );
}

/** Links to the higher taxa of a taxon, the highest first; only the family's name if the device has no more. */
function HigherTaxa({ taxon }: { taxon: Taxon }) {
  const parents = useParents(taxon.id);
  if (!parents) return null;
  if (parents.length === 0) {
    if (!taxon.family || taxon.family === taxon.scientific_name) return null;
    return (
      <>
        <span aria-hidden>·</span>
        <ScientificName name={taxon.family} rank="family" />
      </>
    );
  }
  return parents.toReversed().map((parent) => (
    <Fragment key={parent.id}>
      <span aria-hidden>·</span>
      <Link to={speciesAddress(parent.id)}>
        <ScientificName name={parent.scientific_name} rank={parent.rank} />
      </Link>
    </Fragment>
  ));
}

const MEMBERS = 60;

/** The taxa directly below a higher taxon, most common first. */
function Members({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation('species');
  return <OtherTaxa title={t('page.members')} taxa={useChildren(taxon.id)?.slice(0, MEMBERS)} />;
}
