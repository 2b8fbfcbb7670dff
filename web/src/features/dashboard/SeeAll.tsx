import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './SeeAll.module.css';

/** Link to the full list, beside a section title. */
export function SeeAll({ to }: { to: string }) {
  const { t } = useTranslation('dashboard');
  return (
    <Anchor className={classes.all} component={Link} to={to}>
      {t('see_all')}
    </Anchor>
  );
}
