import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { THEME_CHOICES, type ThemeChoice, useTheme } from '../../../ui/ThemeProvider';
import { SendingRulesFields } from '../../outbox/data';
import { Choices } from '../Choices';
import { usePreference } from '../data';
import { SaveMark, Section } from '../Section';
import classes from './AppSections.module.css';

interface Props {
  id: string;
  title: string;
}

/** A colour sample of a theme. */
function Sample({ choice }: { choice: ThemeChoice }) {
  if (choice === 'auto') return null;
  return (
    <span
      className={classes.sample}
      data-mantine-color-scheme={choice === 'dark' ? 'dark' : 'light'}
      data-veld-contrast={choice === 'contrast' ? '' : undefined}
      aria-hidden
    >
      <span className={classes.sampleInk} />
      <span className={classes.sampleAccent} />
      <span className={classes.sampleOchre} />
    </span>
  );
}

export function AppearanceSection({ id, title }: Props) {
  const { t } = useTranslation('settings');
  const { choice, setChoice } = useTheme();
  const theme = usePreference('theme');
  return (
    <Section id={id} title={title} mark={<SaveMark state={theme.state} />}>
      <Choices
        label={title}
        name="theme"
        value={choice}
        choices={THEME_CHOICES.map((value) => ({
          value,
          label: t(`appearance.${value}`),
          hint: t(`appearance.${value}_hint`),
          sample: <Sample choice={value} />,
        }))}
        onChange={(value) => {
          setChoice(value);
          void theme.set(value);
        }}
      />
    </Section>
  );
}

export function UnitsSection({ id, title }: Props) {
  const { t } = useTranslation('settings');
  const units = usePreference('units');
  return (
    <Section id={id} title={title} mark={<SaveMark state={units.state} />}>
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

export function SyncSection({ id, title }: Props) {
  const { t } = useTranslation('settings');
  const sync = usePreference('sync');
  return (
    <Section id={id} title={title} mark={<SaveMark state={sync.state} />}>
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

export function GamificationSection({ id, title }: Props) {
  const { t } = useTranslation('settings');
  const gamification = usePreference('gamification');
  return (
    <Section id={id} title={title} mark={<SaveMark state={gamification.state} />}>
      <Switch
        label={t('gamification.on')}
        description={t('gamification.hint')}
        checked={gamification.value}
        onChange={(event) => void gamification.set(event.currentTarget.checked)}
      />
    </Section>
  );
}
