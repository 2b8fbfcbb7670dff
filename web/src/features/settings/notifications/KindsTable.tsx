import { Checkbox, VisuallyHidden } from '@mantine/core';
import {
  NEVER_IN_DIGEST,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationPreferences,
} from '@veld/contract';
import { useTranslation } from 'react-i18next';
import classes from './KindsTable.module.css';

interface Props {
  value: NotificationPreferences;
  onChange: (channel: NotificationChannel, kinds: NotificationPreferences[NotificationChannel]) => void;
}

/** Every kind with every channel. What is chosen for a channel that is off applies once it is on. */
export function KindsTable({ value, onChange }: Props) {
  const { t } = useTranslation(['settings', 'notifications']);
  const isOff: Record<NotificationChannel, boolean> = { app: false, mail: !value.has_digest, push: !value.has_push };
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{t('notifications.kinds')}</VisuallyHidden>
            </th>
            {NOTIFICATION_CHANNELS.map((channel) => (
              <th key={channel} scope="col">
                {t(`notifications.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTIFICATION_KINDS.map((kind) => (
            <tr key={kind}>
              <th scope="row">{t(`notifications:kind.${kind}`)}</th>
              {NOTIFICATION_CHANNELS.map((channel) => (
                <td key={channel} data-channel={t(`notifications.${channel}`)}>
                  {channel === 'mail' && kind === NEVER_IN_DIGEST ? (
                    <span className={classes.always}>{t('notifications.always')}</span>
                  ) : (
                    <Checkbox
                      className={classes.box}
                      aria-label={`${t(`notifications:kind.${kind}`)}: ${t(`notifications.${channel}`)}`}
                      checked={value[channel][kind]}
                      disabled={isOff[channel]}
                      onChange={(event) => onChange(channel, { ...value[channel], [kind]: event.currentTarget.checked })}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
