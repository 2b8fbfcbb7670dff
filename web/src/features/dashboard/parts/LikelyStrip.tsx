import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { countryName } from '../../../i18n/format';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonCard } from '../../../ui/TaxonCard';
import { useLanguage, useUser } from '../../accounts/data';
import { groupOf, observeAddress, speciesAddress, type Taxon } from '../../taxa/data';
import { useLikely } from '../data';
import { SeeAll } from './SeeAll';
import classes from './LikelyStrip.module.css';

/** A row of common species that the user has not recorded. Empty until names are on the device. */
export default function LikelyStrip() {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const { country_code } = useUser();
  const likely = useLikely();
  if (!likely || likely.length === 0) return null;
  return (
    <section aria-labelledby="likely">
      <SectionTitle id="likely" action={<SeeAll to="/discover" />}>
        {t('likely.title')}
      </SectionTitle>
      <p className={classes.why}>
        {country_code ? t('likely.reason_country', { country: countryName(country_code, language) }) : t('likely.reason_world')}
      </p>
      <ul className={classes.strip}>
        {likely.map((taxon) => (
          <li key={taxon.id}>
            <LikelyCard taxon={taxon} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LikelyCard({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation('dashboard');
  const { name, scientific_name, rank, image_url } = taxon;
  const label = t('likely.observe', { name });
  return (
    <TaxonCard
      to={speciesAddress(taxon.id)}
      name={name}
      scientificName={scientific_name}
      rank={rank}
      group={groupOf(taxon)}
      picture={image_url && `${image_url}?size=512`}
      action={
        <Link className={classes.observe} to={observeAddress(taxon.id)} aria-label={label} title={label}>
          <IconPlus size={20} stroke={2.25} aria-hidden />
        </Link>
      }
    />
  );
}
