import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { countryName } from '../../i18n/format';
import { type LikelySpecies, useLastPlace, useLikelySpecies } from '../../shared/frequencies/data';
import { describeShare, useFrequencyText, useSourceText } from '../../shared/frequencies/words';
import { useSeenTaxonIds } from '../../shared/records/own';
import { useLanguage, useUser } from '../../shared/session/session';
import { type BrowseFilter, observeAddress, readGroup, speciesAddress, type Taxon, useBrowse, useTaxa } from '../../shared/taxa/data';
import { TaxonCard } from '../../ui/cards/TaxonCard';
import { SectionTitle } from '../../ui/SectionTitle';
import { useToday } from '../species/data';
import { pickLikely } from './own-figures';
import { SeeAll } from './SeeAll';
import classes from './LikelyStrip.module.css';

/** How many of the most common species are considered. */
const POOL = 300;

/** How many of the species on everyone's lists at this time of year. */
const EXPECTED = 12;

const NO_IDS: readonly number[] = [];

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

interface LikelyTaxa {
  taxa: Taxon[];
  /** The lists they come from, near where the device was last; null if these are too few, and the species are common ones. */
  likely: LikelySpecies | null;
}

/** Species that the user has not recorded, to be expected at this time of year or, with too few lists, common in the country. */
function useLikely(): LikelyTaxa | undefined {
  const today = useToday();
  const likely = useLikelySpecies(useLastPlace(), today);
  const seen = useSeenTaxonIds();
  const ids = useMemo(() => {
    const unseen = likely && seen ? likely.species.filter(({ taxon_id }) => !seen.has(taxon_id)) : [];
    return unseen.length > 0 ? unseen.slice(0, EXPECTED).map(({ taxon_id }) => taxon_id) : NO_IDS;
  }, [likely, seen]);
  const expected = useTaxa(ids);
  const common = useCommon();
  return useMemo(() => {
    if (likely === undefined || !seen) return undefined;
    if (likely === null) return common && { taxa: common, likely };
    if (!expected) return undefined;
    const byId = new Map(expected.map((taxon) => [taxon.id, taxon]));
    return { taxa: ids.flatMap((id) => byId.get(id) ?? []), likely };
  }, [likely, seen, expected, common, ids]);
}

/** Common species that the user has not recorded: of the user's country, or worldwide without one. */
function useCommon(): Taxon[] | undefined {
  const hasCountry = useUser().country_code !== null;
  const filter = useMemo<BrowseFilter>(() => ({ rank: 'species', limit: POOL, ...(hasCountry ? { copy: 'country' } : {}) }), [hasCountry]);
  const common = useBrowse(filter);
  const seen = useSeenTaxonIds();
  return useMemo(() => common && seen && pickLikely(common, seen), [common, seen]);
}
