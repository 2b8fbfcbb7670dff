import { Button } from '@mantine/core';
import type { TaxonSummary } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { SectionTitle } from '../../../ui/SectionTitle';
import { speciesAddress } from '../../../shared/taxa/data';
import { useNamedTaxon } from '../../../shared/taxa/names';
import { useProjectSpecies } from '../data';
import classes from './page.module.css';
import { PartFailed } from './PartFailed';

const FIRST = 10;

/** The species of a project, most recorded first. */
export function SpeciesList({ id }: { id: string }) {
  const { t } = useTranslation(['projects', 'common']);
  const { data, isError, refetch } = useProjectSpecies(id);
  const [isAll, setAll] = useState(false);
  const rows = isAll ? data : data?.slice(0, FIRST);
  if (data?.length === 0) return null;
  return (
    <section aria-labelledby="species">
      <SectionTitle id="species">{t('species')}</SectionTitle>
      {isError && !data && <PartFailed onRetry={() => void refetch()} />}
      {rows && (
        <ul className={classes.rows}>
          {rows.map(({ taxon, records }) => (
            <li key={taxon.id}>
              <Species taxon={taxon} records={records} />
            </li>
          ))}
        </ul>
      )}
      {!isAll && data && data.length > FIRST && (
        <Button className={classes.more} variant="default" onClick={() => setAll(true)}>
          {t('common:action.show_more')}
        </Button>
      )}
    </section>
  );
}

function Species({ taxon: given, records }: { taxon: TaxonSummary; records: number }) {
  const { t } = useTranslation('common');
  const taxon = useNamedTaxon(given);
  return (
    <TaxonRow
      name={taxon.name}
      scientificName={taxon.scientific_name}
      rank={taxon.rank}
      group={taxon.group}
      imageUrl={taxon.image_url}
      note={t('count.records', { count: records })}
      to={speciesAddress(taxon.id)}
    />
  );
}
