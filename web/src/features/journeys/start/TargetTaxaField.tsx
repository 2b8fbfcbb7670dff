import { JOURNEY_LIMITS, type TaxonSummary } from '@veld/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { TaxonSearch } from '../../../shared/taxon-search/TaxonSearch';
import { RemovableList } from './RemovableList';
import classes from './start.module.css';

interface Props {
  value: readonly TaxonSummary[];
  onChange: (taxa: readonly TaxonSummary[]) => void;
}

/** Species that the person looks for; those not found get a record with the count 0. */
export function TargetTaxaField({ value, onChange }: Props) {
  const { t } = useTranslation('journeys');
  const labelId = useId();
  return (
    <details className={classes.group}>
      <summary className={classes.summary} id={labelId}>
        {t('start.taxa')}
      </summary>
      <p className={classes.hint}>{t('start.taxa_hint')}</p>
      <RemovableList
        items={value.map(({ id, name }) => ({ key: String(id), label: name }))}
        onRemove={(key) => onChange(value.filter(({ id }) => String(id) !== key))}
      />
      {value.length < JOURNEY_LIMITS.taxa && (
        <TaxonSearch
          labelledBy={labelId}
          quick={null}
          onChoose={(taxon) => {
            if (!value.some(({ id }) => id === taxon.id)) onChange([...value, taxon]);
          }}
        />
      )}
    </details>
  );
}
