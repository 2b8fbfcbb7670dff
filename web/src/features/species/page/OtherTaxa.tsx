import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useSeenTaxonIds } from '../../../shared/records/own';
import { speciesAddress, type Taxon } from '../../../shared/taxa/data';
import { taxonRowProps } from '../../../shared/taxa/taxon-row-props';
import { useOwnPicture } from '../own-pictures';
import classes from './OtherTaxa.module.css';

interface LinksProps {
  taxa: readonly Taxon[];
  /** What a row says about its taxon, the one at a position. */
  noteOf?: (taxon: Taxon, at: number) => ReactNode;
}

/** A section with links to other taxa; nothing without any. */
export function OtherTaxa({ title, taxa = [] }: { title: string; taxa: readonly Taxon[] | undefined }) {
  if (taxa.length === 0) return null;
  return (
    <section>
      <SectionTitle>{title}</SectionTitle>
      <TaxonLinks taxa={taxa} />
    </section>
  );
}

/** Links to taxa, in as many columns as fit. */
export function TaxonLinks({ taxa, noteOf }: LinksProps) {
  const { t } = useTranslation(['species', 'common']);
  const seen = useSeenTaxonIds();
  const ownPicture = useOwnPicture();
  return (
    <ul className={classes.taxa}>
      {taxa.map((one, at) => (
        <li key={one.id}>
          <TaxonRow
            {...taxonRowProps(one, t, seen?.has(one.id) === true)}
            picture={ownPicture(one)}
            note={noteOf?.(one, at)}
            to={speciesAddress(one.id)}
          />
        </li>
      ))}
    </ul>
  );
}
