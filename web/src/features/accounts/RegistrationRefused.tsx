import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import classes from './accounts.module.css';
import type { Registration } from './registration';

/** Why a visitor cannot create an account, instead of the form. */
export function RegistrationRefused({ registration, isInvited }: { registration: Registration['registration']; isInvited: boolean }) {
  const { t } = useTranslation(['accounts', 'common']);
  const [search] = useSearchParams();
  const other = new URLSearchParams(search);
  other.delete('invite');
  const isClosed = registration === 'closed';
  return (
    <section className={classes.sheet}>
      <h1 className={classes.title}>{isClosed ? t('register.closed_title') : t('register.invite_title')}</h1>
      <p className={classes.lead}>{isClosed ? t('register.closed') : isInvited ? t('register.invite_unusable') : t('register.invite')}</p>
      <div className={classes.doors}>
        <Button component={Link} to={{ pathname: '/login', search: other.toString() }}>
          {t('register.to_login')}
        </Button>
      </div>
    </section>
  );
}
