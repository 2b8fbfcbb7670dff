import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNow } from '../../../device/use-now';
import { ago } from '../../../i18n/format';
import { SyncChip } from '../../../ui/SyncChip';
import { useIsOnline, useLanguage, useNeedsLogin } from '../../accounts/data';
import { useOutboxCounts, useSendingRules } from '../../observations/data';
import { sendNow, useIsSending } from '../data';
import classes from './SyncLine.module.css';

/** The age of an unsent record from which it is shown. */
const LONG_MS = 10 * 60_000;

/** Unsent records: number, age and what to do. Nothing if everything is synced, which the frame shows. */
export function SyncLine() {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const counts = useOutboxCounts();
  const needsLogin = useNeedsLogin();
  const isOnline = useIsOnline();
  const isSending = useIsSending();
  const now = useNow(60_000);
  const isPaused = useSendingRules()?.paused ?? false;
  if (!counts) return null;
  const { unsent, needsAttention, oldest } = counts;

  if (unsent === 0 && !needsLogin) return null;
  return (
    <section className={classes.panel} aria-label={t('sync.title')}>
      <div className={classes.words}>
        <div className={classes.states} role="status">
          {unsent > 0 &&
            (isPaused ? (
              <SyncChip state="paused" label={t('sync.paused_waiting', { count: unsent })} to="/outbox" />
            ) : isSending && !needsLogin ? (
              <SyncChip state="sending" label={t('sync.sending', { count: unsent })} to="/outbox" />
            ) : (
              <SyncChip state="waiting" label={t('sync.waiting', { count: unsent })} to="/outbox" />
            ))}
          {needsAttention > 0 && <SyncChip state="attention" label={t('sync.attention', { count: needsAttention })} to="/outbox" />}
          {needsLogin && <SyncChip state="login" label={t('sync.log_in_again')} to="/login" />}
        </div>
        {oldest !== null && now - oldest > LONG_MS && <p className={classes.oldest}>{t('sync.oldest', { ago: ago(oldest, language) })}</p>}
        {!isOnline && <p className={classes.oldest}>{t('network.offline_hint')}</p>}
      </div>
      {needsLogin ? (
        <Button component={Link} to="/login" variant="default">
          {t('action.log_in')}
        </Button>
      ) : (
        isOnline &&
        !isSending &&
        !isPaused &&
        unsent > needsAttention && (
          <Button variant="default" onClick={sendNow}>
            {t('sync.send_now')}
          </Button>
        )
      )}
    </section>
  );
}
