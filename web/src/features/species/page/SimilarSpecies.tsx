import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useSeenTaxonIds } from '../../../shared/records/own';
import { speciesAddress, type Taxon } from '../../../shared/taxa/data';
import { taxonRowProps } from '../../../shared/taxa/names';
import { useDescriptions } from '../community';
import { firstSentence, useLookAlikes, useSimilarSpecies } from '../distinctions';
import { useOwnPicture } from '../own-pictures';
import { DistinctionTable } from './DistinctionTable';
import distinctions from './Distinctions.module.css';
import classes from './SimilarSpecies.module.css';

const SHOWN = 8;

/** This species and two others. */
const COMPARED = 3;

/**
 * Species that are easily confused with this one: first those whose differences are described, then its nearest relatives, each with
 * what to look for.
 */
export function SimilarSpecies({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation(['species', 'common']);
  const seen = useSeenTaxonIds();
  const ownPicture = useOwnPicture();
  const textOf = useDescriptions();
  const relatives = useSimilarSpecies(taxon);
  const { pairs, taxa: lookAlikes } = useLookAlikes(taxon.id);
  const others = (relatives ?? []).filter(({ id }) => !pairs.some(({ other_id }) => other_id === id)).slice(0, SHOWN);
  if (lookAlikes.length === 0 && others.length === 0) return null;
  const compared = [taxon, ...lookAlikes, ...others].slice(0, COMPARED).map(({ id }) => id);
  return (
    <section>
      <SectionTitle
        action={
          <Anchor component={Link} to={`/knowledge?compare=${compared.join(',')}`}>
            {t('page.side_by_side')}
          </Anchor>
        }
      >
        {t('page.similar')}
      </SectionTitle>
      <ul className={distinctions.pairs}>
        {lookAlikes.map((other) => (
          <li key={other.id} className={distinctions.pair}>
            <div className={distinctions.other}>
              <TaxonRow
                {...taxonRowProps(other, t, seen?.has(other.id) === true)}
                picture={ownPicture(other)}
                to={speciesAddress(other.id)}
              />
            </div>
            <DistinctionTable distinction={pairs.find(({ other_id }) => other_id === other.id)!} taxon={taxon} other={other} />
          </li>
        ))}
      </ul>
      <TaxonLinks taxa={others} noteOf={({ id }) => firstSentence(textOf(id))} />
    </section>
  );
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

interface LinksProps {
  taxa: readonly Taxon[];
  /** What a row says about its taxon, the one at a position. */
  noteOf?: (taxon: Taxon, at: number) => ReactNode;
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
