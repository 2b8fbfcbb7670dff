import type { TaxonSummary } from '@veld/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ScientificName } from '../../../ui/ScientificName';
import { useNamed } from '../../../shared/taxa/names';
import { Key } from './Key';
import type { QuickTaxon } from './quick-taxa';
import classes from './QuickTaxa.module.css';

interface Props {
  taxa: readonly QuickTaxon[];
  /** What the user has said already. */
  saidId: number | null;
  onChoose: (taxon: TaxonSummary) => void;
}

/** Names to identify a record with by one tap, or one key. None is chosen before. */
export function QuickTaxa({ taxa, saidId, onChoose }: Props) {
  const { t } = useTranslation('identifications');
  const id = useId();
  const named = useNamed(taxa);
  if (taxa.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {t('queue.names')}
      </h3>
      <ol className={classes.list}>
        {named.map(({ taxon, from }, at) => (
          <li key={taxon.id}>
            <button
              type="button"
              className={classes.name}
              aria-keyshortcuts={String(at + 1)}
              aria-pressed={taxon.id === saidId}
              onClick={() => onChoose(taxon)}
            >
              <Key>{String(at + 1)}</Key>
              <span className={classes.words}>
                <span className={classes.vernacular}>{taxon.name}</span>
                {taxon.name !== taxon.scientific_name && (
                  <ScientificName className={classes.scientific} name={taxon.scientific_name} rank={taxon.rank} />
                )}
              </span>
              <span className={classes.from}>{from === 'observer' ? t('mark.observer') : t(`queue.from.${from}`)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
