import { CloseButton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readGroup, speciesAddress, type Taxon, useTaxa, useTaxonSearch } from '../../../shared/taxa/data';
import { taxonRowProps } from '../../../shared/taxa/names';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { Binoculars } from '../../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../../ui/EmptyState';
import { GroupPanel } from '../../../ui/GroupIcon';
import { PageHeader } from '../../../ui/PageHeader';
import { ScientificName } from '../../../ui/ScientificName';
import { SearchField } from '../../../ui/SearchField';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { MonthBars, useMonthsText } from '../../discover/MonthBars';
import {
  Description,
  NotLoaded,
  OwnCount,
  Picture,
  RarityLine,
  StatusAtHome,
  useEveryonesMonths,
  useSimilarSpecies,
  useSpeciesPhotos,
  useStateOfPhotos,
  useToday,
} from '../../species/data';
import { useLookAlikes } from '../../species/distinctions';
import { Distinctions } from '../../species/page/DistinctionTable';
import classes from './Compare.module.css';

const FOUND = 6;

const SIZES = '(min-width: 50em) 33vw, 50vw';

/** Maximum number of species side by side. */
const MAX_COMPARED = 3;

interface Props {
  ids: readonly number[];
  onChange: (ids: readonly number[]) => void;
}

/** Two or three species side by side: pictures, how common they are and when, what to look for. */
export function Compare({ ids, onChange }: Props) {
  const { t } = useTranslation(['knowledge', 'common']);
  const found = useTaxa(ids);
  const taxa = useMemo(() => found && ids.flatMap((id) => found.find((taxon) => taxon.id === id) ?? []), [found, ids]);
  return (
    <>
      <PageHeader title={t('compare.title')} back={{ to: '/knowledge', label: t('all_groups') }} />
      {!taxa && <TaxonRowSkeletons label={t('common:taxonomy.loading')} />}
      {taxa && (
        <ul className={classes.species} data-count={taxa.length}>
          {taxa.map((taxon) => (
            <li key={taxon.id} className={classes.one}>
              <Species taxon={taxon} onRemove={() => onChange(ids.filter((id) => id !== taxon.id))} />
            </li>
          ))}
        </ul>
      )}
      <PhotosState ids={ids} />
      {taxa && <Distinctions taxa={taxa} />}
      {taxa?.length === 0 && <EmptyState drawing={<Binoculars />} sentence={t('compare.none')} />}
      {taxa && taxa.length < MAX_COMPARED && <AddSpecies taxa={taxa} onAdd={(id) => onChange([...taxa.map((taxon) => taxon.id), id])} />}
    </>
  );
}

/** That the photos of other people are missing, if they are. */
function PhotosState({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation('knowledge');
  const { isMissing, retry } = useStateOfPhotos(ids);
  if (!isMissing) return null;
  return (
    <div className={classes.missing}>
      <NotLoaded failed={t('compare.photos_failed')} offline={t('compare.photos_offline')} onRetry={retry} />
    </div>
  );
}

function Species({ taxon, onRemove }: { taxon: Taxon; onRemove: () => void }) {
  const { t } = useTranslation(['knowledge', 'common']);
  const first = useSpeciesPhotos(taxon)?.[0];
  return (
    <article className={classes.column}>
      <div className={classes.picture}>
        {first ? (
          <Picture photo={first} taxon={taxon} sizes={SIZES} />
        ) : (
          <GroupPanel group={readGroup(taxon)} name={taxon.scientific_name} size={40} fill />
        )}
        <CloseButton className={classes.remove} aria-label={t('compare.remove', { name: taxon.name })} onClick={onRemove} />
      </div>
      <p className={classes.credit}>{first?.credit}</p>
      <div>
        <h2 className={classes.name}>
          <Link to={speciesAddress(taxon.id)}>{taxon.name}</Link>
        </h2>
        {taxon.name !== taxon.scientific_name && (
          <ScientificName className={classes.scientific} name={taxon.scientific_name} rank={taxon.rank} />
        )}
      </div>
      <div>
        {taxon.family && (
          <p className={classes.line}>
            <ScientificName name={taxon.family} rank="family" />
          </p>
        )}
        <RarityLine taxon={taxon} className={classes.line} />
        <StatusAtHome taxonId={taxon.id} />
      </div>
      <Months taxonId={taxon.id} />
      <OwnCount taxonId={taxon.id} className={classes.line} />
      <Description taxonId={taxon.id} />
    </article>
  );
}

/** In which months a species is reported in the user's country. An empty box keeps the rows of the others in line. */
function Months({ taxonId }: { taxonId: number }) {
  const month = Number(useToday().slice(5, 7));
  const months = useEveryonesMonths(taxonId)?.months;
  const text = useMonthsText()(months);
  return (
    <div className={classes.line}>
      {months && text && (
        <>
          <MonthBars months={months} now={month} />
          <span aria-hidden>{text}</span>
        </>
      )}
    </div>
  );
}

interface AddSpeciesProps {
  /** The species compared so far. */
  taxa: readonly Taxon[];
  onAdd: (id: number) => void;
}

/** Adds a species to a comparison: one found by name, or one that is easily confused with or related to the first. */
function AddSpecies({ taxa, onAdd }: AddSpeciesProps) {
  const { t } = useTranslation(['knowledge', 'common', 'taxa']);
  const [text, setText] = useState('');
  const found = useTaxonSearch(text, FOUND);
  const lookAlikes = useLookAlikes(taxa[0]?.id).taxa;
  const relatives = useSimilarSpecies(taxa[0])?.filter(({ id }) => !lookAlikes.some((one) => one.id === id));
  const isOffered = (one: Taxon) => one.rank === 'species' && !taxa.some(({ id }) => id === one.id);
  const offered: readonly Taxon[] = (text.trim() === '' ? [...lookAlikes, ...(relatives ?? [])] : (found ?? []))
    .filter(isOffered)
    .slice(0, FOUND);
  return (
    <section>
      <SectionTitle>{t('compare.add')}</SectionTitle>
      <SearchField label={t('search')} clearLabel={t('common:action.clear')} value={text} onChange={setText} />
      <ul className={classes.found}>
        {offered.map((one) => (
          <li key={one.id}>
            <TaxonRow
              {...taxonRowProps(one, t, false)}
              onClick={() => {
                setText('');
                onAdd(one.id);
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The taxa in an address such as `compare=17,18`: different ones, at most `MAX_COMPARED`. Null without a comparison. */
export function comparedIn(text: string | null): number[] | null {
  if (text === null) return null;
  const ids = text.split(',').flatMap((id) => (/^[1-9]\d{0,9}$/.test(id) ? [Number(id)] : []));
  return [...new Set(ids)].slice(0, MAX_COMPARED);
}
