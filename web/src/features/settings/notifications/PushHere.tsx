import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePushHere } from '../../notifications/push-here';
import { NeedsNetwork } from '../parts/SessionSection';
import shared from '../settings.module.css';

/** Push messages on this device, which the browser asks about after a tap. */
export function PushHere() {
  const { t } = useTranslation('settings');
  const { permission, isOn, isUnreachable, isBusy, hasFailed, retry, turnOn, turnOff } = usePushHere();
  if (permission === 'unsupported' || permission === 'insecure' || permission === 'denied')
    return (
      <p className={shared.quiet} role="status">
        {t(`notifications.state_${permission}`)}
      </p>
    );
  if (isUnreachable) return <NeedsNetwork onRetry={retry} />;
  if (isOn === undefined)
    return (
      <p className={shared.quiet} role="status">
        {t('loading')}
      </p>
    );
  return (
    <>
      <div className={shared.row}>
        {isOn && <span role="status">{t('notifications.on_here')}</span>}
        <Button variant="default" loading={isBusy} onClick={isOn ? turnOff : turnOn}>
          {t(isOn ? 'notifications.turn_off' : 'notifications.turn_on')}
        </Button>
      </div>
      {hasFailed && (
        <p className={shared.quiet} role="alert">
          {t('notifications.state_failed')}
        </p>
      )}
    </>
  );
}
