import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { countryName } from '../../../i18n/format';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonCard } from '../../../ui/cards/TaxonCard';
import { useLanguage, useUser } from '../../../shared/session/session';
import { readGroup, observeAddress, speciesAddress, type Taxon } from '../../../shared/taxa/data';
import { describeShare, useFrequencyText, useSourceText } from '../../../shared/frequencies/words';
import { useToday } from '../../species/data';
import { useLikely } from '../likely';
import { SeeAll } from './SeeAll';
import classes from './LikelyStrip.module.css';

/** A row of species to be expected now that the user has not recorded. Empty until names are on the device. */
export default function LikelyStrip() {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const { country_code } = useUser();
  const found = useLikely();
  const sourceText = useSourceText();
  const shareText = useFrequencyText();
  const today = useToday();
  if (!found || found.taxa.length === 0) return null;
  const { taxa, likely } = found;
  const noteOf = (taxonId: number) => {
    const counts = likely?.species.find((one) => one.taxon_id === taxonId);
    return likely && counts ? shareText(describeShare(likely, counts)) : null;
  };
  return (
    <section aria-labelledby="likely">
      <SectionTitle id="likely" action={<SeeAll to="/discover" />}>
        {t('likely.title')}
      </SectionTitle>
      <p className={classes.why}>
        {!likely &&
          `${country_code ? t('likely.reason_country', { country: countryName(country_code, language) }) : t('likely.reason_world')} `}
        {sourceText(likely, Number(today.slice(5, 7)))}
      </p>
      <ul className={classes.strip}>
        {taxa.map((taxon) => (
          <li key={taxon.id}>
            <LikelyCard taxon={taxon} note={noteOf(taxon.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LikelyCard({ taxon, note }: { taxon: Taxon; note: string | null }) {
  const { t } = useTranslation('dashboard');
  const { name, scientific_name, rank, image_url } = taxon;
  const label = t('likely.observe', { name });
  return (
    <TaxonCard
      to={speciesAddress(taxon.id)}
      name={name}
      scientificName={scientific_name}
      rank={rank}
      group={readGroup(taxon)}
      note={note}
      picture={image_url && `${image_url}?size=512`}
      action={
        <Link className={classes.observe} to={observeAddress(taxon.id)} aria-label={label} title={label}>
          <IconPlus size={20} stroke={2.25} aria-hidden />
        </Link>
      }
    />
  );
}
