import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { VirtualRows } from '../../../ui/virtual/VirtualRows';
import { LoadFailure } from '../../../shared/records/lists/LoadFailure';
import { speciesAddress, useTaxa } from '../../../shared/taxa/data';
import { taxonRowProps } from '../../../shared/taxa/parts/taxon-row-props';
import { useInCommon } from '../data';
import classes from '../profile.module.css';

/** The species that both have recorded, and those that only the other person has, from their public records. */
export function InCommon({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('profile');
  const { common, theirs, error, retry } = useInCommon(id);
  if (error) return <LoadFailure error={error} onRetry={retry} />;
  if (!common || !theirs) return <TaxonRowSkeletons label={t('loading')} />;
  return (
    <>
      <Species id="common" title={t('common_species')} taxa={common} none={t('none_common', { name })} />
      <Species id="theirs" title={t('their_species', { name })} taxa={theirs} none={t('none_theirs', { name })} />
    </>
  );
}

function Species({ id, title, taxa: ids, none }: { id: string; title: string; taxa: readonly number[]; none: string }) {
  const { t } = useTranslation(['profile', 'common']);
  const taxa = useTaxa(ids);
  return (
    <section className={classes.records} aria-labelledby={id}>
      <SectionTitle id={id}>
        {title} ({ids.length})
      </SectionTitle>
      {ids.length === 0 && <EmptyState sentence={none} />}
      {taxa && taxa.length > 0 && (
        <VirtualRows
          items={taxa}
          keyOf={(taxon) => taxon.id}
          rowHeight={80}
          label={title}
          render={(taxon) => <TaxonRow {...taxonRowProps(taxon, t, false)} to={speciesAddress(taxon.id)} />}
        />
      )}
    </section>
  );
}
