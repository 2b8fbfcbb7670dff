import { useTranslation } from 'react-i18next';
import { countryName } from '../../../i18n/format';
import { RarityDots } from '../../../ui/cards/RarityDots';
import { useLanguage, useUser } from '../../../shared/session/session';
import { readRarity, type Taxon, useIsListed } from '../../../shared/taxa/data';

/** How common a species is; where the list of the user's country lacks it, that, because it may be common elsewhere. Nothing while loading. */
export function RarityLine({ taxon, className }: { taxon: Taxon; className?: string | undefined }) {
  const { t } = useTranslation(['species', 'common']);
  const language = useLanguage();
  const home = useUser().country_code;
  const isListed = useIsListed(taxon.id, home);
  const rarity = readRarity(taxon);
  if (isListed === undefined) return <p className={className}>&nbsp;</p>;
  if (home !== null && isListed === false) {
    return <p className={className}>{t('status.not_listed', { country: countryName(home, language) })}</p>;
  }
  return (
    <p className={className}>
      <RarityDots level={rarity} label={t(`common:rarity.${rarity}`)} />
      <span aria-hidden>{t(`common:rarity.${rarity}`)}</span>
    </p>
  );
}
