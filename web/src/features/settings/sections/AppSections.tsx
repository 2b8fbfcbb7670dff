import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePreference } from '../../../shared/session/preferences';
import { SendingRulesFields } from '../../outbox/data';
import { Choices, Section, type SectionProps, SettingMark } from '../Section';
import classes from '../settings.module.css';

export function UnitsSection({ id, title }: SectionProps) {
  const { t } = useTranslation('settings');
  const units = usePreference('units');
  return (
    <Section id={id} title={title} mark={<SettingMark setting={units} />}>
      <Choices
        label={title}
        name="units"
        value={units.value}
        choices={(['metric', 'imperial'] as const).map((value) => ({ value, label: t(`units.${value}`) }))}
        onChange={(value) => void units.set(value)}
      />
    </Section>
  );
}

export function SyncSection({ id, title }: SectionProps) {
  const { t } = useTranslation('settings');
  const sync = usePreference('sync');
  return (
    <Section id={id} title={title} mark={<SettingMark setting={sync} />}>
      <SendingRulesFields />
      <Switch
        label={t('sync.wifi')}
        description={t('sync.wifi_hint')}
        checked={sync.value.photos_on_wifi_only}
        onChange={(event) => void sync.set({ ...sync.value, photos_on_wifi_only: event.currentTarget.checked })}
      />
    </Section>
  );
}

export function MotivationSection({ id, title }: SectionProps) {
  const { t } = useTranslation('settings');
  const gamification = usePreference('gamification');
  return (
    <Section id={id} title={title} mark={<SettingMark setting={gamification} />}>
      <Switch
        label={t('gamification.on')}
        description={t('gamification.hint')}
        checked={gamification.value}
        onChange={(event) => void gamification.set(event.currentTarget.checked)}
      />
      {gamification.value && (
        <Link className={classes.link} to="/profile?tab=badges">
          {t('gamification.how')}
        </Link>
      )}
    </Section>
  );
}
