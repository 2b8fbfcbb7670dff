import { useTranslation } from 'react-i18next';
import type { Language } from '@veld/contract';
import { number } from '../../i18n/format';
import type { Counts } from './counts';
import classes from './embed.module.css';

interface Props {
  counts: Counts;
  language: Language;
}

/** The name of a person, and how many public records and species they have. */
export function Figures({ counts, language }: Props) {
  const { t } = useTranslation('embeds', { lng: language });
  return (
    <>
      <h1 className={classes.name}>{counts.name}</h1>
      <dl className={classes.figures}>
        <div className={classes.figure}>
          <dt>{t('records', { count: counts.observations })}</dt>
          <dd>{number(counts.observations, language)}</dd>
        </div>
        <div className={classes.figure}>
          <dt>{t('species', { count: counts.species })}</dt>
          <dd>{number(counts.species, language)}</dd>
        </div>
      </dl>
    </>
  );
}
