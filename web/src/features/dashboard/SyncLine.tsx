import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNow } from '../../device/use-now';
import { ago, number } from '../../i18n/format';
import { SyncChip } from '../../ui/SyncChip';
import { useIsOnline, useLanguage, useNeedsLogin } from '../../shared/session/session';
import { isAnyUnsent } from '../../local/outbox/outbox-counts';
import { pausedLabel, receivingLabel, sendingLabel, waitingLabel } from '../../shared/records/sync-labels';
import { useOutboxCounts, useReceiving, useSendingRules } from '../../shared/records/own';
import { sendNow, useIsSending } from './data';
import classes from './SyncLine.module.css';

/** The age of an unsent record from which it is shown. */
const LONG_MS = 10 * 60_000;

/**
 * What is unsent: number, age and what to do; and what has not arrived on a new device. Nothing if everything is synced, which the frame
 * shows.
 */
export function SyncLine() {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const counts = useOutboxCounts();
  const needsLogin = useNeedsLogin();
  const isOnline = useIsOnline();
  const isSending = useIsSending();
  const now = useNow(60_000);
  const isPaused = useSendingRules()?.paused ?? false;
  const receiving = useReceiving();
  if (!counts) return null;
  const { unsent, changes, needsAttention, oldest } = counts;
  const isAny = isAnyUnsent(counts);

  if (!isAny && !needsLogin && !receiving) return null;
  return (
    <section className={classes.panel} aria-label={t('sync.title')}>
      <div className={classes.words}>
        <div className={classes.states} role="status">
          {receiving && <SyncChip state="receiving" label={receivingLabel(receiving, isOnline, (value) => number(value, language), t)} />}
          {isAny &&
            (isPaused ? (
              <SyncChip state="paused" label={pausedLabel(counts, t)} to="/outbox" />
            ) : isSending && !needsLogin ? (
              <SyncChip state="sending" label={sendingLabel(counts, t)} to="/outbox" />
            ) : (
              <SyncChip state="waiting" label={waitingLabel(counts, t)} to="/outbox" />
            ))}
          {needsAttention > 0 && <SyncChip state="attention" label={t('sync.attention', { count: needsAttention })} to="/outbox" />}
          {needsLogin && <SyncChip state="login" label={t('sync.log_in_again')} to="/login" />}
        </div>
        {receiving && <p className={classes.oldest}>{t('sync.receiving_so_far')}</p>}
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
        unsent + changes > needsAttention && (
          <Button variant="default" onClick={sendNow}>
            {t('sync.send_now')}
          </Button>
        )
      )}
    </section>
  );
}
