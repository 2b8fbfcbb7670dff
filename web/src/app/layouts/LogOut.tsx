import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { outboxCounts } from '../../local/outbox/outbox-counts';
import { auth, currentDatabase } from '../../local/app/veld';
import classes from './shell.module.css';

/**
 * Logs out at once where nothing waits to be sent; else `onAsk`, for the person to say what is to happen to it. The question
 * is not asked in here: this stands in a sheet that lies over everything else, and that goes when it is tapped.
 */
export function LogOut({ onAsk }: { onAsk: () => void }) {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const logOut = async () => {
    const counts = await outboxCounts(currentDatabase()).catch(() => null);
    if (counts === null || counts.unsent > 0) return onAsk();
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
