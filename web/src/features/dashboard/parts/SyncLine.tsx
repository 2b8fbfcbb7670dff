import { Button } from '@mantine/core';
import { IconCloudCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ago } from '../../../i18n/format';
import { SyncChip } from '../../../ui/SyncChip';
import { useIsOnline, useLanguage, useNeedsLogin } from '../../accounts/data';
import { useOutboxCounts } from '../../observations/data';
import { sendNow, useIsSending } from '../data';
import classes from './SyncLine.module.css';

/** Whether the records are safe: how many are only here, since when, and what helps. One quiet line where all is well. */
export function SyncLine() {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const counts = useOutboxCounts();
  const needsLogin = useNeedsLogin();
  const isOnline = useIsOnline();
  const isSending = useIsSending();
  if (!counts) return null;
  const { unsent, needsAttention, oldest } = counts;

  if (unsent === 0 && !needsLogin) {
    return (
      <p className={classes.safe}>
        <IconCloudCheck size={20} aria-hidden /> {t('sync.all_safe')}
      </p>
    );
  }
  return (
    <section className={classes.panel} aria-label={t('sync.title')}>
      <div className={classes.states} role="status">
        {unsent > 0 &&
          (isSending && !needsLogin ? (
            <SyncChip state="sending" label={t('sync.sending', { count: unsent })} to="/outbox" />
          ) : (
            <SyncChip state="waiting" label={t('sync.waiting', { count: unsent })} to="/outbox" />
          ))}
        {needsAttention > 0 && <SyncChip state="attention" label={t('sync.attention', { count: needsAttention })} to="/outbox" />}
        {needsLogin && <SyncChip state="login" label={t('sync.log_in_again')} to="/login" />}
      </div>
      {oldest !== null && <p className={classes.oldest}>{t('sync.oldest', { ago: ago(oldest, language) })}</p>}
      {!isOnline && <p className={classes.oldest}>{t('network.offline_hint')}</p>}
      {needsLogin ? (
        <Button component={Link} to="/login" variant="default">
          {t('action.log_in')}
        </Button>
      ) : (
        isOnline &&
        !isSending &&
        unsent > needsAttention && (
          <Button variant="default" onClick={sendNow}>
            {t('sync.send_now')}
          </Button>
        )
      )}
    </section>
  );
}
