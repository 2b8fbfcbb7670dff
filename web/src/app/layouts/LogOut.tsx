import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLogOut } from '../../features/accounts/log-out';
import classes from './shell.module.css';

/**
 * Logs out at once if nothing is unsent; else calls `onAsk`. The dialog is rendered by the caller, because this button is in a sheet
 * that closes on a tap.
 */
export function LogOut({ onAsk }: { onAsk: () => void }) {
  const { t } = useTranslation('common');
  const logOut = useLogOut(onAsk);
  return (
    <div className={classes.foot}>
      <button type="button" className={classes.logOut} data-leads-away onClick={() => void logOut()}>
        <IconLogout size={20} aria-hidden /> {t('nav.log_out')}
      </button>
      <Link to="/app-update">{t('nav.version', { version: __APP_VERSION__ })}</Link>
    </div>
  );
}
