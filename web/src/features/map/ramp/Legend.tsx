import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import classes from './Legend.module.css';
import { RAMP_COUNTS } from './ramp';

/** Legend for the colours of the cells. */
export function Legend({ layer }: { layer: 'records' | 'effort' }) {
  const { t } = useTranslation('map');
  const language = useLanguage();
  return (
    <figure className={classes.legend}>
      <figcaption>{t(layer === 'effort' ? 'legend_effort' : 'legend_records')}</figcaption>
      <ol className={classes.steps}>
        {RAMP_COUNTS.map((count) => (
          <li key={count}>
            {number(count, language, { notation: 'compact' })}
            {count === RAMP_COUNTS.at(-1) && '+'}
          </li>
        ))}
      </ol>
    </figure>
  );
}
