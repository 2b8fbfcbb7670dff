import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { outboxCounts } from '../../local/outbox/outbox-counts';
import { auth, currentDatabase } from '../../local/app/veld';
import classes from './shell.module.css';

/**
 * Logs out at once if nothing is unsent; else calls `onAsk`. The dialog is rendered by the caller, because this button is in a sheet
 * that closes on a tap.
 */
export function LogOut({ onAsk }: { onAsk: () => void }) {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const logOut = async () => {
    const counts = await outboxCounts(currentDatabase()).catch(() => null);
    if (counts === null || counts.unsent + counts.changes > 0) return onAsk();
    await auth.logout();
    await navigate('/welcome');
  };
  return (
    <div className={classes.foot}>
      <button type="button" className={classes.logOut} data-leads-away onClick={() => void logOut()}>
        <IconLogout size={20} aria-hidden /> {t('nav.log_out')}
      </button>
      <span>{t('nav.version', { version: __APP_VERSION__ })}</span>
    </div>
  );
}
