import type { TaxonStatus } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import classes from './StatusChips.module.css';

/** What sources say about a species in a country, each with what it says. Sources that say the same are together. */
export function StatusChips({ statuses }: { statuses: readonly TaxonStatus[] }) {
  const { t } = useTranslation('species');
  const bySource = new Map<string, { words: { text: string; tone: string }[]; sources: string[] }>();
  for (const status of statuses) {
    const words = wordsOf(status);
    const key = words.map(({ text }) => text).join();
    const same = bySource.get(key);
    if (same) same.sources.push(status.source);
    else bySource.set(key, { words, sources: [status.source] });
  }
  return [...bySource].map(([key, { words, sources }]) => (
    <div key={key} className={classes.status}>
      <ul className={classes.chips}>
        {words.map(({ text, tone }) => (
          <li key={text} data-tone={tone}>
            {text}
          </li>
        ))}
      </ul>
      <span className={classes.source}>{t('status.source', { source: sources.join('; ') })}</span>
    </div>
  ));

  function wordsOf({ establishment_means: means, is_invasive, is_protected, threat_status: threat }: TaxonStatus) {
    return [
      ...(means ? [{ text: t(`status.${means}`), tone: 'plain' }] : []),
      ...(is_invasive ? [{ text: t('status.invasive'), tone: 'care' }] : []),
      ...(threat ? [{ text: t('status.red_list', { category: t(`status.category.${threat}`) }), tone: toneOf(threat) }] : []),
      ...(is_protected ? [{ text: t('status.protected'), tone: 'safe' }] : []),
    ];
  }
}

const toneOf = (threat: NonNullable<TaxonStatus['threat_status']>) => (threat === 'LC' || threat === 'DD' ? 'plain' : 'care');
