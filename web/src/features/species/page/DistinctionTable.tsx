import { VisuallyHidden } from '@mantine/core';
import type { TaxonDistinction } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import type { Taxon } from '../../../shared/taxa/data';
import { SectionTitle } from '../../../ui/SectionTitle';
import { distinctionsAmong, useDistinctions } from '../distinctions';
import distinctions from './Distinctions.module.css';
import classes from './DistinctionTable.module.css';

interface Two {
  taxon: Taxon;
  other: Taxon;
}

/** How two species differ; nothing if that is not described. */
export function DistinctionOfTwo({ taxon, other }: Two) {
  const [distinction] = distinctionsAmong(useDistinctions(), [taxon.id, other.id]);
  return distinction ? <DistinctionTable distinction={distinction} taxon={taxon} other={other} /> : null;
}

/** How two species differ, character by character. */
export function DistinctionTable({ distinction, taxon, other }: Two & { distinction: TaxonDistinction }) {
  const { t } = useTranslation('species');
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <caption>
          <VisuallyHidden>{t('distinctions.of', { one: taxon.name, other: other.name })}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              {t('distinctions.character')}
            </th>
            <th scope="col">{taxon.name}</th>
            <th scope="col">{other.name}</th>
          </tr>
        </thead>
        <tbody>
          {distinction.rows.map((row) => (
            <tr key={row.character}>
              <th scope="row">{row.character}</th>
              <td data-of={taxon.name}>{row.taxon}</td>
              <td data-of={other.name}>{row.other}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

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
      <ul className={distinctions.pairs}>
        {pairs.map((pair) => (
          <li key={`${pair.taxon_id} ${pair.other_id}`} className={distinctions.pair}>
            <DistinctionTable distinction={pair} taxon={taxonOf(pair.taxon_id)} other={taxonOf(pair.other_id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
