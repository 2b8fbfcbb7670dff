import { CloseButton } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RarityDots } from '../../../ui/cards/RarityDots';
import { Binoculars } from '../../../ui/drawings/Binoculars';
import { EmptyState } from '../../../ui/EmptyState';
import { GroupPanel } from '../../../ui/GroupIcon';
import { PageHeader } from '../../../ui/PageHeader';
import { Photo } from '../../../ui/Photo';
import { ScientificName } from '../../../ui/ScientificName';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { Description, OwnCount } from '../../species/data';
import { groupOf, rarityOf, speciesAddress, type Taxon, useTaxa, taxonPhoto } from '../../taxa/data';
import { AddSpecies } from './AddSpecies';
import { MAX_COMPARED } from './compared';
import classes from './Compare.module.css';

const SIZES = '(min-width: 50em) 33vw, 50vw';

interface Props {
  ids: readonly number[];
  onChange: (ids: readonly number[]) => void;
}

/** Two or three species side by side: pictures, what to look for, how common they are. */
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
      {taxa?.length === 0 && <EmptyState drawing={<Binoculars />} sentence={t('compare.none')} />}
      {taxa && taxa.length < MAX_COMPARED && <AddSpecies taxa={taxa} onAdd={(id) => onChange([...taxa.map((taxon) => taxon.id), id])} />}
    </>
  );
}

function Species({ taxon, onRemove }: { taxon: Taxon; onRemove: () => void }) {
  const { t } = useTranslation(['knowledge', 'common']);
  const { image_url: url, image_attribution: credit } = taxon;
  const rarity = rarityOf(taxon);
  return (
    <article>
      <div className={classes.picture}>
        {url ? (
          <Photo photo={taxonPhoto(url)} alt={taxon.name} sizes={SIZES} fallback={<GroupPanel group={groupOf(taxon)} size={40} fill />} />
        ) : (
          <GroupPanel group={groupOf(taxon)} size={40} fill />
        )}
        <CloseButton className={classes.remove} aria-label={t('compare.remove', { name: taxon.name })} onClick={onRemove} />
      </div>
      {url && credit && <p className={classes.credit}>{credit}</p>}
      <h2 className={classes.name}>
        <Link to={speciesAddress(taxon.id)}>{taxon.name}</Link>
      </h2>
      {taxon.name !== taxon.scientific_name && (
        <ScientificName className={classes.scientific} name={taxon.scientific_name} rank={taxon.rank} />
      )}
      <p className={classes.line}>
        <RarityDots level={rarity} label={t(`common:rarity.${rarity}`)} />
        <span aria-hidden>{t(`common:rarity.${rarity}`)}</span>
      </p>
      <OwnCount taxonId={taxon.id} className={classes.line} />
      <Description taxonId={taxon.id} />
    </article>
  );
}
