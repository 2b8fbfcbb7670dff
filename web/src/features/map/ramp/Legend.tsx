import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import classes from './Legend.module.css';
import { RAMP_COUNTS } from './ramp';

interface Props {
  layer: 'records' | 'effort';
  /** Whether records are drawn one by one. */
  hasPoints: boolean;
  /** Whether the person's own records are among them. */
  hasOwn: boolean;
}

/** Explains the colours that are drawn: those of the cells, or close up those of the records. */
export function Legend({ layer, hasPoints, hasOwn }: Props) {
  const { t } = useTranslation('map');
  const language = useLanguage();
  if (hasPoints && layer === 'records')
    return (
      <ul className={classes.legend} aria-label={t('legend')}>
        {hasOwn && (
          <li className={classes.dot} data-own>
            {t('mine')}
          </li>
        )}
        <li className={classes.dot}>{t(hasOwn ? 'legend_others' : 'everyone')}</li>
      </ul>
    );
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
