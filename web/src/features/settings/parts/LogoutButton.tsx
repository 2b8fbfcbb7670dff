import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLogOut } from '../../accounts/log-out';
import classes from './LogoutButton.module.css';

const LogoutDialog = lazy(() => import('../../accounts/LogoutDialog'));

/** Logs out at once if nothing is unsent; else asks what to do with it. */
export function LogoutButton() {
  const { t } = useTranslation(['common', 'accounts']);
  const [isLeaving, setIsLeaving] = useState(false);
  const logOut = useLogOut(() => setIsLeaving(true));
  return (
    <div>
      <div className={classes.leave}>
        <Button variant="default" leftSection={<IconLogout size={20} aria-hidden />} onClick={() => void logOut()}>
          {t('nav.log_out')}
        </Button>
        <Button variant="subtle" color="brick" onClick={() => setIsLeaving(true)}>
          {t('accounts:leave.remove')}
        </Button>
      </div>
      {isLeaving && (
        <Suspense fallback={null}>
          <LogoutDialog opened onClose={() => setIsLeaving(false)} />
        </Suspense>
      )}
    </div>
  );
}
