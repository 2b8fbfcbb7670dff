import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import classes from './views.module.css';

interface Props {
  /** Explore with the records that were counted. */
  to: string;
  count: number;
}

/** The number of records of a row, which leads to them. On a phone the number alone, so that names have room. */
export function RecordsLink({ to, count }: Props) {
  const { t } = useTranslation('common');
  const words = t('count.records', { count });
  return (
    <Link className={classes.count} to={to} aria-label={words}>
      <span className={classes.words}>{words}</span>
      <span className={classes.number}>{number(count, useLanguage())}</span>
    </Link>
  );
}
