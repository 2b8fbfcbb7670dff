import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './NotificationSection.module.css';

interface Props {
  value: string | null;
  onChange: (timeZone: string | null) => void;
}

/** The time zone of the hours: that of the device used last, or one of the list. */
export function TimeZoneField({ value, onChange }: Props) {
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
