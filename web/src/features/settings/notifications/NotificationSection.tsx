import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePreference } from '../data';
import { Section, SectionPart, type SectionProps, SettingMark } from '../Section';
import shared from '../settings.module.css';
import { HourField } from './HourField';
import { KindsTable } from './KindsTable';
import { PushHere } from './PushHere';
import { TimeZoneField } from './TimeZoneField';

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
