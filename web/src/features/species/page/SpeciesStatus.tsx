import { Button } from '@mantine/core';
import { isAbsence, isTick, type TaxonStatus } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName, number } from '../../../i18n/format';
import { useLastPlace, useLikelyIn, useLikelySpecies } from '../../../shared/frequencies/data';
import { describeShare, useFrequencyText } from '../../../shared/frequencies/words';
import { useLanguage, useUser } from '../../../shared/session/session';
import { readRarity, type Taxon, useIsListed } from '../../../shared/taxa/data';
import { RarityDots } from '../../../ui/cards/RarityDots';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useCountriesOfSpecies } from '../community';
import { useToday } from '../species-count';
import { useRecordsOfSpecies } from '../own-species';
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

/** How many records of a species the user has. */
export function OwnCount({ taxonId, className }: { taxonId: number; className?: string | undefined }) {
  const { t } = useTranslation('species');
  const records = useRecordsOfSpecies(taxonId)?.filter((record) => !isTick(record) && !isAbsence(record));
  if (!records) return null;
  return <p className={className}>{records.length === 0 ? t('page.none') : t('page.your_records', { count: records.length })}</p>;
}

interface StatusWord {
  text: string;
  tone: 'plain' | 'care' | 'safe';
}

const toneOf = (threat: NonNullable<TaxonStatus['threat_status']>): StatusWord['tone'] =>
  threat === 'LC' || threat === 'DD' ? 'plain' : 'care';

/** What sources say about a species in a country, each with what it says. Sources that say the same are together. */
function StatusChips({ statuses }: { statuses: readonly TaxonStatus[] }) {
  const { t } = useTranslation('species');
  const wordsOf = useStatusWords();
  const bySource = new Map<string, { words: StatusWord[]; sources: string[] }>();
  for (const status of statuses) {
    const words = wordsOf(status);
    const key = words.map(({ text }) => text).join();
    const same = bySource.get(key);
    if (same) same.sources.push(status.source);
    else bySource.set(key, { words, sources: [status.source] });
  }
  return [...bySource].map(([key, { words, sources }]) => (
    <div key={key} className={classes.status}>
      <Chips words={words} />
      <span className={classes.source}>{t('status.source', { source: sources.join('; ') })}</span>
    </div>
  ));
}

/** What sources say about a species in the user's country; nothing where none says anything. */
export function StatusAtHome({ taxonId }: { taxonId: number }) {
  const home = useUser().country_code;
  const language = useLanguage();
  const wordsOf = useStatusWords();
  const statuses = useCountriesOfSpecies(taxonId)?.find(({ country_code: code }) => code === home)?.statuses ?? [];
  const words = new Map(statuses.flatMap(wordsOf).map((word) => [word.text, word]));
  if (home === null || words.size === 0) return null;
  return (
    <div className={classes.home}>
      <span>{countryName(home, language)}</span>
      <Chips words={[...words.values()]} />
    </div>
  );
}

function Chips({ words }: { words: readonly StatusWord[] }) {
  return (
    <ul className={classes.chips}>
      {words.map(({ text, tone }) => (
        <li key={text} data-tone={tone}>
          {text}
        </li>
      ))}
    </ul>
  );
}

/** What a source says about a species in a country, in words. */
function useStatusWords(): (status: TaxonStatus) => StatusWord[] {
  const { t } = useTranslation('species');
  return ({ establishment_means: means, is_invasive, is_protected, threat_status: threat }) => {
    const words: StatusWord[] = [];
    if (means) words.push({ text: t(`status.${means}`), tone: 'plain' });
    if (is_invasive) words.push({ text: t('status.invasive'), tone: 'care' });
    if (threat) words.push({ text: t('status.red_list', { category: t(`status.category.${threat}`) }), tone: toneOf(threat) });
    if (is_protected) words.push({ text: t('status.protected'), tone: 'safe' });
    return words;
  };
}
