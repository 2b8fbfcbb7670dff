import { EXPERIENCE, computeLevel, type Motivation, pointsOfLevel } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { useLanguage } from '../../shared/session/session';
import classes from './ExperienceLedger.module.css';

/** The level, and how many points each cause gives and gave. */
export function ExperienceLedger({ total_xp, causes }: Pick<Motivation, 'total_xp' | 'causes'>) {
  const { t } = useTranslation('motivation');
  const language = useLanguage();
  const format = (value: number) => number(value, language);
  const level = computeLevel(total_xp);
  const [from, to] = [pointsOfLevel(level), pointsOfLevel(level + 1)];
  return (
    <>
      <p className={classes.level}>
        <strong>{t('level', { level: format(level) })}</strong> {t('points', { points: format(total_xp) })}
      </p>
      <progress className={classes.bar} max={to - from} value={total_xp - from} aria-label={t('level', { level: format(level + 1) })} />
      <p className={classes.hint}>{t('next_level', { points: format(to - total_xp), level: format(level + 1) })}</p>
      <p>{t('rules')}</p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('column.cause')}</th>
            <th scope="col">{t('column.each')}</th>
            <th scope="col">{t('column.count')}</th>
            <th scope="col">{t('column.points')}</th>
          </tr>
        </thead>
        <tbody>
          {causes.map(({ cause, count, points }) => (
            <tr key={cause}>
              <th scope="row">
                {t(`cause.${cause}`)}
                {EXPERIENCE[cause].perDay !== null && (
                  <span className={classes.limit}>{t('per_day', { limit: format(EXPERIENCE[cause].perDay) })}</span>
                )}
              </th>
              <td>{format(EXPERIENCE[cause].points)}</td>
              <td>{format(count)}</td>
              <td>{format(points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
