import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifier, useUser } from '../../../shared/session/session';
import { UnconfirmedEmail } from '../../../shared/session/UnconfirmedEmail';
import { setListed } from '../data';
import classes from './OptIn.module.css';

/** Switch to be listed. Stays visible after opting in, so that it can be undone. */
export function OptIn() {
  const { t } = useTranslation(['community', 'common']);
  const isListed = useUser().preferences.community_opt_in;
  const [wasListed] = useState(isListed);
  if (wasListed && isListed) return <UnconfirmedEmail isAboutListing />;
  const change = (next: boolean) => {
    setListed(next).catch(() => notifier.show('negative', t('common:error.storage_failed')));
  };
  return (
    <section className={classes.line}>
      <Switch
        checked={isListed}
        onChange={(event) => change(event.currentTarget.checked)}
        label={t('opt_in')}
        description={isListed ? t('opt_in_done') : t('opt_in_hint')}
      />
      {isListed && <UnconfirmedEmail isAboutListing />}
    </section>
  );
}
