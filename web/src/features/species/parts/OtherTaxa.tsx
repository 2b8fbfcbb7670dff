import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useSeenTaxonIds } from '../../observations/data';
import { speciesAddress, type Taxon } from '../../taxa/data';
import { taxonRowProps } from '../../taxa/parts/taxon-row-props';
import { useOwnPicture } from '../own-pictures';
import classes from './OtherTaxa.module.css';

interface Props {
  title: string;
  taxa: readonly Taxon[] | undefined;
  action?: ReactNode;
  /** What a row says about its taxon. */
  noteOf?: (taxon: Taxon) => string | undefined;
}

/** Links to other taxa; nothing without any. */
export function OtherTaxa({ title, taxa = [], action, noteOf }: Props) {
  const { t } = useTranslation(['species', 'common']);
  const seen = useSeenTaxonIds();
  const ownPicture = useOwnPicture();
  if (taxa.length === 0) return null;
  return (
    <section>
      <SectionTitle action={action}>{title}</SectionTitle>
      <ul className={classes.taxa}>
        {taxa.map((one) => (
          <li key={one.id}>
            <TaxonRow
              {...taxonRowProps(one, t, seen?.has(one.id) === true)}
              picture={ownPicture(one)}
              note={noteOf?.(one)}
              to={speciesAddress(one.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
