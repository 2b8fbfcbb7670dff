import { IconZoomQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './IdentifyLink.module.css';

/** The way to the records that wait for identification. */
export function IdentifyLink() {
  const { t } = useTranslation('identifications');
  return (
    <Link className={classes.link} to="/identify">
      <IconZoomQuestion size={22} aria-hidden />
      {t('queue.invitation')}
    </Link>
  );
}
