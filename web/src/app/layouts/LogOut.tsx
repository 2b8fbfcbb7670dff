import { IconLogout } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { outboxCounts } from '../../local/outbox-counts';
import { auth, currentDatabase } from '../../local/veld';
import classes from './shell.module.css';

const LogoutDialog = lazy(() => import('../../features/accounts/LogoutDialog'));

/** Logs out at once where nothing waits to be sent; else asks what is to happen to it. */
export function LogOut() {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const logOut = async () => {
    const counts = await outboxCounts(currentDatabase()).catch(() => null);
    if (counts === null || counts.unsent > 0) return setIsAsking(true);
    await auth.logout();
    await navigate('/welcome');
  };
  return (
    <div className={classes.foot}>
      <button type="button" className={classes.logOut} onClick={() => void logOut()}>
        <IconLogout size={20} aria-hidden /> {t('nav.log_out')}
      </button>
      <span>{t('nav.version', { version: __APP_VERSION__ })}</span>
      {isAsking && (
        <Suspense fallback={null}>
          <LogoutDialog opened onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}
