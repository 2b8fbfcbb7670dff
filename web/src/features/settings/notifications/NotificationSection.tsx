import { Button, Checkbox, NativeSelect, Switch, VisuallyHidden } from '@mantine/core';
import {
  NEVER_IN_DIGEST,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationPreferences,
} from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { usePushHere } from '../../notifications/push-here';
import { usePreference } from '../../../shared/session/preferences';
import { NeedsNetwork } from '../sections/SessionSection';
import { Section, SectionPart, type SectionProps, SettingMark } from '../Section';
import shared from '../settings.module.css';
import classes from './NotificationSection.module.css';

/** Which notifications the user gets, where and when. */
export default function NotificationSection({ id, title }: SectionProps) {
  const { t } = useTranslation('settings');
  const notifications = usePreference('notifications');
  const { value } = notifications;
  const change = (next: Partial<typeof value>) => void notifications.set({ ...value, ...next });
  return (
    <Section id={id} title={title} lead={t('notifications.lead')} mark={<SettingMark setting={notifications} />}>
      <SectionPart id="kinds" title={t('notifications.kinds')} lead={t('notifications.kinds_lead')}>
        <KindsTable
          value={value}
          onChange={(channel, kinds) => change({ app: value.app, mail: value.mail, push: value.push, [channel]: kinds })}
        />
      </SectionPart>
      <SectionPart id="digest" title={t('notifications.digest')}>
        <Switch
          label={t('notifications.has_digest')}
          description={t('notifications.digest_hint')}
          checked={value.has_digest}
          onChange={(event) => change({ has_digest: event.currentTarget.checked })}
        />
        {value.has_digest && (
          <HourField label={t('notifications.digest_hour')} value={value.digest_hour} onChange={(hour) => change({ digest_hour: hour })} />
        )}
      </SectionPart>
      <SectionPart id="push" title={t('notifications.push_title')}>
        <Switch
          label={t('notifications.has_push')}
          description={t('notifications.push_hint')}
          checked={value.has_push}
          onChange={(event) => change({ has_push: event.currentTarget.checked })}
        />
        {value.has_push && <PushHere />}
      </SectionPart>
      {value.has_push && (
        <SectionPart id="quiet" title={t('notifications.quiet')} lead={t('notifications.quiet_lead')}>
          <div className={shared.row}>
            <HourField label={t('notifications.quiet_from')} value={value.quiet_from} onChange={(hour) => change({ quiet_from: hour })} />
            <HourField label={t('notifications.quiet_to')} value={value.quiet_to} onChange={(hour) => change({ quiet_to: hour })} />
          </div>
          <p className={shared.quiet}>{t('notifications.no_quiet')}</p>
        </SectionPart>
      )}
      {(value.has_digest || value.has_push) && <TimeZoneField value={value.time_zone} onChange={(zone) => change({ time_zone: zone })} />}
    </Section>
  );
}

interface Props {
  label: string;
  value: number;
  onChange: (hour: number) => void;
}

/** A full hour of the day, as the language writes it. */
function HourField({ label, value, onChange }: Props) {
  const language = useLanguage();
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: clockTime(`${String(hour).padStart(2, '0')}:00`, language),
  }));
  return (
    <NativeSelect
      className={classes.hour}
      label={label}
      value={String(value)}
      data={hours}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}

interface KindsTableProps {
  value: NotificationPreferences;
  onChange: (channel: NotificationChannel, kinds: NotificationPreferences[NotificationChannel]) => void;
}

/** Every kind with every channel. What is chosen for a channel that is off applies once it is on. */
function KindsTable({ value, onChange }: KindsTableProps) {
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

/** Push messages on this device, which the browser asks about after a tap. */
function PushHere() {
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

interface TimeZoneFieldProps {
  value: string | null;
  onChange: (timeZone: string | null) => void;
}

/** The time zone of the hours: that of the device used last, or one of the list. */
function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const { t } = useTranslation('settings');
  const zones = new Set(Intl.supportedValuesOf('timeZone'));
  if (value !== null) zones.add(value);
  return (
    <NativeSelect
      className={classes.hour}
      label={t('notifications.time_zone')}
      value={value ?? ''}
      data={[
        { value: '', label: t('notifications.time_zone_auto') },
        ...[...zones].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}
