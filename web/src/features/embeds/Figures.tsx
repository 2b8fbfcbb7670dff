import { useTranslation } from 'react-i18next';
import type { Language } from '@veld/contract';
import { number } from '../../i18n/format';
import type { Counts } from './counts';
import classes from './embed.module.css';

interface Props {
  counts: Counts;
  language: Language;
}

/** The name of a person or a view, and how many public records and species there are. */
export function Figures({ counts, language }: Props) {
  const { t } = useTranslation('embeds', { lng: language });
  const figure = (count: number) => number(count, language) + (counts.isMinimum ? '+' : '');
  return (
    <>
      {counts.name && (
        <h1 className={classes.name} dir="auto">
          {counts.name}
        </h1>
      )}
      <dl className={classes.figures}>
        <div className={classes.figure}>
          <dt>{t('records', { count: counts.observations })}</dt>
          <dd>{figure(counts.observations)}</dd>
        </div>
        <div className={classes.figure}>
          <dt>{t('species', { count: counts.species })}</dt>
          <dd>{figure(counts.species)}</dd>
        </div>
      </dl>
    </>
  );
}
