import { Button, Group } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { auth } from '../../accounts/data';
import { useUnsent } from '../../accounts/unsent';

const LogoutDialog = lazy(() => import('../../accounts/LogoutDialog'));

/** Logs out at once if nothing is unsent; else asks what to do with it. */
export function LogoutButton() {
  const { t } = useTranslation(['common', 'accounts']);
  const navigate = useNavigate();
  const left = useUnsent();
  const [isLeaving, setIsLeaving] = useState(false);
  const logOut = async () => {
    if (!left || left.unsent + left.changes > 0) return setIsLeaving(true);
    await auth.logout();
    await navigate('/welcome');
  };
  return (
    <div>
      <Group>
        <Button variant="default" leftSection={<IconLogout size={20} aria-hidden />} onClick={() => void logOut()}>
          {t('nav.log_out')}
        </Button>
        <Button variant="subtle" color="brick" onClick={() => setIsLeaving(true)}>
          {t('accounts:leave.remove')}
        </Button>
      </Group>
      {isLeaving && (
        <Suspense fallback={null}>
          <LogoutDialog opened onClose={() => setIsLeaving(false)} />
        </Suspense>
      )}
    </div>
  );
}
