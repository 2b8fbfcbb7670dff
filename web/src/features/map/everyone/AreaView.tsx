import type { AreaContent } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { PublicRecordCard } from '../../../shared/records/RecordCards';
import { MonthsChart } from '../../species/data';
import { speciesAddress } from '../../../shared/taxa/data';
import classes from './AreaView.module.css';

interface Props {
  content: AreaContent;
  /** Maximum number of species. */
  species: number;
  records: number;
}

/** Species, months and latest records of an area. */
export function AreaView({ content, species, records }: Props) {
  const { t } = useTranslation(['map', 'common']);
  return (
    <>
      {content.taxa.length > 0 && (
        <>
          <SectionTitle level={3}>{t('most_recorded')}</SectionTitle>
          <ul className={classes.rows}>
            {content.taxa.slice(0, species).map(({ taxon, records: count }) => (
              <li key={taxon.id}>
                <TaxonRow
                  to={speciesAddress(taxon.id)}
                  name={taxon.name}
                  scientificName={taxon.scientific_name}
                  rank={taxon.rank}
                  group={taxon.group}
                  imageUrl={taxon.image_url}
                  note={t('common:count.records', { count })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {content.months.some((count) => count > 0) && (
        <>
          <SectionTitle level={3}>{t('by_month')}</SectionTitle>
          <MonthsChart months={content.months} label={t('by_month')} />
        </>
      )}
      <SectionTitle level={3}>{t('latest')}</SectionTitle>
      <ul className={classes.cards}>
        {content.latest.slice(0, records).map((record) => (
          <li key={record.id}>
            <PublicRecordCard record={record} />
          </li>
        ))}
      </ul>
    </>
  );
}
