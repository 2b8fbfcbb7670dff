import type { TaxonStatus } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../i18n/format';
import { useLanguage, useUser } from '../../../shared/session/session';
import { useCountriesOfSpecies } from '../community';
import classes from './StatusChips.module.css';

const toneOf = (threat: NonNullable<TaxonStatus['threat_status']>): StatusWord['tone'] =>
  threat === 'LC' || threat === 'DD' ? 'plain' : 'care';

/** What sources say about a species in a country, each with what it says. Sources that say the same are together. */
export function StatusChips({ statuses }: { statuses: readonly TaxonStatus[] }) {
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

interface StatusWord {
  text: string;
  tone: 'plain' | 'care' | 'safe';
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
