import { Button } from '@mantine/core';
import { IconBinoculars } from '@tabler/icons-react';
import { CONFUSED_BY, isAboveSpecies, listGroupFields, listLifeStages } from '@veld/contract';
import { Fragment, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { countView } from '../../local/guide/species-views';
import { StillMap } from '../../shared/geo/still/StillMap';
import { useEveryoneCells } from '../../shared/geo/still/use-everyone-cells';
import { attributeLabel } from '../../shared/records/group-labels';
import { FreshnessMark, Marks } from '../../shared/records/lists/ListParts';
import { shapesOfRecords } from '../../shared/records/RecordsMap';
import { useRecordTranslation } from '../../shared/records/record-labels';
import { currentDatabase } from '../../shared/session/session';
import {
  observeAddress,
  readGroup,
  speciesAddress,
  type Taxon,
  taxonIdFrom,
  taxonOfSummary,
  useChildren,
  useParents,
  useTaxa,
  useTaxon,
  useTaxonomyStatus,
  useWantedTaxonIds,
} from '../../shared/taxa/data';
import { ImageLink } from '../../shared/taxa/ImageLink';
import { NamesState } from '../../shared/taxa/NamesState';
import { WantedButton } from '../../shared/taxa/WantedButton';
import { rankLabel } from '../../shared/taxa/names';
import { Avatar } from '../../ui/avatar/Avatar';
import { LostTrail } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { usePageTitle } from '../../ui/frame/page-title';
import { GroupIcon } from '../../ui/GroupIcon';
import { ScientificName } from '../../ui/ScientificName';
import { SectionTitle } from '../../ui/SectionTitle';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { ArticleLink } from '../articles/ArticleLink';
import { useConfusions, useObservers } from './community';
import { useRecordsOfSpecies } from './data';
import { EveryonesMonths, LikelyNow } from './page/EveryonesMonths';
import { OthersState } from './page/PageState';
import { OwnRecordsOfSpecies } from './page/OwnRecordsOfSpecies';
import { PhotoStrip } from './page/PhotoStrip';
import { RarityLine, SpeciesStatus, StatusAtHome } from './page/SpeciesStatus';
import { OtherTaxa, SimilarSpecies, TaxonLinks } from './page/SimilarSpecies';
import { SpeciesNames } from './page/SpeciesNames';
import { Description, SpeciesNotes } from './page/SpeciesNotes';
import { SpeciesPicture } from './page/SpeciesPicture';
import { useSpeciesPhotos, useTopPhoto } from './photos';
import { ListSteps } from './steps/ListSteps';
import classes from './SpeciesScreen.module.css';

/** Who leaves a page sooner has not looked at it. */
const LOOKED_MS = 2000;

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

/** Species that people corrected into this one, or this one into, with how often. Nothing without any, and without an answer. */
export function Confusions({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation(['species', 'common']);
  const { data, isError, dataUpdatedAt, refetch } = useConfusions(taxon.id);
  const onDevice = useTaxa(useMemo(() => (data ?? []).map(({ taxon: { id } }) => id), [data]));
  const taxa = useMemo(
    () => data?.map((one) => onDevice?.find(({ id }) => id === one.taxon.id) ?? taxonOfSummary(one.taxon)),
    [data, onDevice],
  );
  if (!data || !taxa || taxa.length === 0) return null;
  const noteOf = (other: Taxon, at: number) => {
    const { corrected_from: into, corrected_to: out } = data[at]!;
    return (
      <>
        {into > 0 && <span className={classes.counts}>{t('confusions.corrected', { count: into, from: other.name, to: taxon.name })}</span>}
        {out > 0 && <span className={classes.counts}>{t('confusions.corrected', { count: out, from: taxon.name, to: other.name })}</span>}
      </>
    );
  };
  return (
    <section>
      <SectionTitle>{t('confusions.title')}</SectionTitle>
      <Marks>
        <FreshnessMark isOutdated={isError} refreshedAt={dataUpdatedAt} onRetry={() => void refetch()} />
      </Marks>
      <TaxonLinks taxa={taxa} noteOf={noteOf} />
      <p className={classes.who}>{t('confusions.who', { people: CONFUSED_BY })}</p>
    </section>
  );
}

/** The people with the most records of a taxon. Nothing without any. */
export function Observers({ taxonId }: { taxonId: number }) {
  const { t } = useTranslation(['species', 'common']);
  const people = useObservers(taxonId);
  if (!people || people.length === 0) return null;
  return (
    <section>
      <SectionTitle>{t('page.observers')}</SectionTitle>
      <ul className={classes.people}>
        {people.map(({ id, name, observations }) => (
          <li key={id}>
            <Link className={classes.person} to={`/profile/${id}`}>
              <Avatar person={{ id, name }} />
              <span dir="auto" className={classes.observersName}>
                {name}
              </span>
              <span className={classes.count}>{t('common:count.records', { count: observations })}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className={classes.observersWho}>{t('page.observers_who')}</p>
    </section>
  );
}

/** Where a taxon was recorded: by everyone in cells, below the person's own records. Nothing without any. */
function SpeciesMap({ taxonId }: { taxonId: number }) {
  const { t } = useTranslation('species');
  const own = useRecordsOfSpecies(taxonId);
  const cells = useEveryoneCells({ taxon_id: String(taxonId) });
  const shapes = useMemo(() => [...(cells ?? []), ...shapesOfRecords(own ?? [])], [cells, own]);
  if (shapes.length === 0) return null;
  const isEveryones = (cells?.length ?? 0) > 0;
  const address = `/map?${isEveryones ? 'whose=everyone&' : ''}taxon=${taxonId}`;
  return (
    <section>
      <SectionTitle>{t('page.map')}</SectionTitle>
      <StillMap label={t(isEveryones ? 'page.map_everyone' : 'page.map_own')} shapes={shapes} to={address} />
    </section>
  );
}

/** What is worth noting of a species besides its name, date and place: the fields of the form for its group. */
export function WhatToNote({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation('species');
  const record = useRecordTranslation();
  const group = readGroup(taxon);
  const stages = listLifeStages(group);
  const labels = [record('observations:field.count'), ...listGroupFields(group).map((field) => attributeLabel(field, record))];
  return (
    <section>
      <SectionTitle>{t('page.to_note')}</SectionTitle>
      <ul className={classes.fields}>
        {labels.map((label) => (
          <li key={label}>{label}</li>
        ))}
        {stages.length > 0 && (
          <li>
            {record('observations:field.life_stage')}
            <span className={classes.stages}>{stages.map((stage) => record(`common:stage.${stage}`)).join(', ')}</span>
          </li>
        )}
      </ul>
      <ArticleLink group={group} />
    </section>
  );
}

/** Counts that the page of a taxon was opened. */
function useCountedView(taxonId: number): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // Only a count: without space on the device, it is left out.
      countView(currentDatabase(), taxonId).catch(() => undefined);
    }, LOOKED_MS);
    return () => clearTimeout(timer);
  }, [taxonId]);
}
