import { Button } from '@mantine/core';
import { getPublicCounts, type ReplyOf } from '@veld/contract';
import { IconCloudOff, IconLeaf, IconMapPinOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { number } from '../../i18n/format';
import { api } from '../../local/app/veld';
import classes from './accounts.module.css';
import { useLanguage } from '../../shared/session/session';
import { useRegistration } from './registration';

/** What Veld is, its public counts, and links to log in and register. `map`: where records were made. */
export default function WelcomeScreen({ map }: { map?: ReactNode }) {
  const { t } = useTranslation(['accounts', 'common']);
  const language = useLanguage();
  // Names the screen to open after logging in.
  const { search } = useLocation();
  const [counts, setCounts] = useState<ReplyOf<typeof getPublicCounts>['data'] | null>(null);
  const registration = useRegistration();
  const canRegister = registration?.can_register ?? true;
  useEffect(() => {
    const stop = new AbortController();
    // The page is complete without the counts.
    api.call(getPublicCounts, {}, { signal: stop.signal, token: null }).then(
      ({ data }) => setCounts(data),
      () => undefined,
    );
    return () => stop.abort();
  }, []);
  return (
    <div className={classes.welcome}>
      <h1 className={classes.claim}>{t('welcome.headline')}</h1>
      <p className={classes.lead}>{t('welcome.lead')}</p>
      <ul className={classes.points}>
        <li>
          <IconCloudOff size={20} aria-hidden /> {t('welcome.offline')}
        </li>
        <li>
          <IconLeaf size={20} aria-hidden /> {t('welcome.names')}
        </li>
        <li>
          <IconMapPinOff size={20} aria-hidden /> {t('welcome.places')}
        </li>
      </ul>
      <div className={classes.doors}>
        {canRegister && (
          <Button component={Link} to={`/register${search}`}>
            {t('register.submit')}
          </Button>
        )}
        <Button component={Link} to={`/login${search}`} variant={canRegister ? 'default' : 'filled'}>
          {t('common:action.log_in')}
        </Button>
        {registration?.allows_browsing && (
          <Button component={Link} to="/feed" variant="default">
            {t('welcome.look_around')}
          </Button>
        )}
      </div>
      {!canRegister && (
        <p className={classes.counts}>{registration?.registration === 'closed' ? t('welcome.closed') : t('welcome.invite')}</p>
      )}
      {counts && (
        <p className={classes.counts}>
          <span>
            <strong>{number(counts.taxa, language)}</strong> {t('welcome.count_taxa', { count: counts.taxa })}
          </span>
          {counts.observations > 0 && (
            <span>
              <strong>{number(counts.observations, language)}</strong> {t('welcome.count_observations', { count: counts.observations })}
            </span>
          )}
          {counts.people > 0 && (
            <span>
              <strong>{number(counts.people, language)}</strong> {t('welcome.count_people', { count: counts.people })}
            </span>
          )}
        </p>
      )}
      {map}
    </div>
  );
}
