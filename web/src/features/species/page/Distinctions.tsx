import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../ui/SectionTitle';
import type { Taxon } from '../../../shared/taxa/data';
import { distinctionsAmong, useDistinctions } from '../distinctions';
import classes from './Distinctions.module.css';
import { DistinctionTable } from './DistinctionTable';

/** How the given species differ, each two of them; nothing if no such pair is described. */
export function Distinctions({ taxa }: { taxa: readonly Taxon[] }) {
  const { t } = useTranslation('species');
  const all = useDistinctions();
  const pairs = distinctionsAmong(
    all,
    taxa.map(({ id }) => id),
  );
  if (pairs.length === 0) return null;
  const taxonOf = (id: number) => taxa.find((taxon) => taxon.id === id)!;
  return (
    <section>
      <SectionTitle>{t('distinctions.title')}</SectionTitle>
      <ul className={classes.pairs}>
        {pairs.map((pair) => (
          <li key={`${pair.taxon_id} ${pair.other_id}`} className={classes.pair}>
            <DistinctionTable distinction={pair} taxon={taxonOf(pair.taxon_id)} other={taxonOf(pair.other_id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
