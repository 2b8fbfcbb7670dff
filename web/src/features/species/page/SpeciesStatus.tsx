import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName, number } from '../../../i18n/format';
import { useLastPlace, useLikelyIn, useLikelySpecies } from '../../../shared/frequencies/data';
import { describeShare, useFrequencyText } from '../../../shared/frequencies/words';
import { useLanguage, useUser } from '../../../shared/session/session';
import { RarityDots } from '../../../ui/cards/RarityDots';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useCountriesOfSpecies } from '../community';
import { useToday } from '../data';
import { StatusChips } from './StatusChips';
import classes from './SpeciesStatus.module.css';

const FIRST = 6;

type Level = 1 | 2 | 3 | 4 | 5;

/** How common a species is in countries and what sources say about it there, the user's own country first. Nothing as long as that is not known. */
export function SpeciesStatus({ taxonId }: { taxonId: number }) {
  const { t } = useTranslation(['species', 'common']);
  const language = useLanguage();
  const home = useUser().country_code;
  const countries = useCountriesOfSpecies(taxonId);
  const today = useToday();
  const likely = useLikelyIn(null, null, today);
  const here = useLikelySpecies(useLastPlace(), today);
  const shareText = useFrequencyText();
  const [isWhole, setIsWhole] = useState(false);
  if (!countries || countries.length === 0) return null;
  const ordered = countries.toSorted((one, other) => Number(other.country_code === home) - Number(one.country_code === home));
  const shown = isWhole ? ordered : ordered.slice(0, FIRST);
  const now = likely?.species.find(({ taxon_id }) => taxon_id === taxonId);
  // Else the top of the page says the same.
  const isSaidNear = here?.species.some(({ taxon_id, area }) => taxon_id === taxonId && area === 'near') ?? false;
  return (
    <section>
      <SectionTitle>{t('status.title')}</SectionTitle>
      <dl className={classes.countries}>
        {shown.map(({ country_code: code, rarity_class: level, statuses }) => (
          <div key={code} className={classes.country}>
            <dt>{countryName(code, language)}</dt>
            <dd>
              {level !== null && (
                <>
                  <RarityDots level={level} label={t(`common:rarity.${level as Level}`)} />
                  <span aria-hidden>{t(`common:rarity.${level as Level}`)}</span>
                </>
              )}
            </dd>
            {statuses.length > 0 && (
              <dd className={classes.statuses}>
                <StatusChips statuses={statuses} />
              </dd>
            )}
          </div>
        ))}
      </dl>
      {ordered.length > shown.length && (
        <Button variant="subtle" className={classes.more} onClick={() => setIsWhole(true)}>
          {t('status.all', { number: number(ordered.length, language) })}
        </Button>
      )}
      {likely && now && isSaidNear && <p className={classes.hint}>{shareText(describeShare(likely, now))}</p>}
    </section>
  );
}
