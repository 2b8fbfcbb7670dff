import { NativeSelect, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { changeAppearance, TEXT_SIZES, useAppearance } from '../../../ui/appearance';
import { THEME_CHOICES, type ThemeChoice, useTheme } from '../../../ui/ThemeProvider';
import { useLanguage } from '../../../shared/session/session';
import { Choices, Section, SectionPart, type SectionProps, SettingMark } from '../Section';
import { usePreference } from '../../../shared/session/preferences';
import shared from '../settings.module.css';
import classes from './AppearanceSection.module.css';

/** Colours for all devices of the person; size of text, movement and hand for this one. */
export function AppearanceSection({ id, title }: SectionProps) {
  const { t } = useTranslation('settings');
  const { choice, setChoice } = useTheme();
  const theme = usePreference('theme');
  return (
    <Section id={id} title={title}>
      <SectionPart id="theme" title={t('appearance.colours')} lead={t('appearance.colours_lead')} mark={<SettingMark setting={theme} />}>
        <Choices
          label={t('appearance.colours')}
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
      </SectionPart>
      <SectionPart id="device" title={t('appearance.device')} lead={t('appearance.device_lead')}>
        <DeviceAppearance />
      </SectionPart>
    </Section>
  );
}

function DeviceAppearance() {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const { text, isStill, isLeftHanded } = useAppearance();
  return (
    <>
      <NativeSelect
        className={shared.narrow}
        label={t('appearance.text_size')}
        description={t('appearance.text_size_hint')}
        value={String(text)}
        data={TEXT_SIZES.map((size) => ({ value: String(size), label: number(size / 100, language, { style: 'percent' }) }))}
        onChange={(event) => changeAppearance({ text: TEXT_SIZES.find((size) => String(size) === event.currentTarget.value) ?? 100 })}
      />
      <Switch
        label={t('appearance.still')}
        description={t('appearance.still_hint')}
        checked={isStill}
        onChange={(event) => changeAppearance({ isStill: event.currentTarget.checked })}
      />
      <Choices
        label={t('appearance.hand')}
        isAsked
        name="hand"
        value={isLeftHanded ? 'left' : 'right'}
        choices={[
          { value: 'right', label: t('appearance.right') },
          { value: 'left', label: t('appearance.left'), hint: t('appearance.left_hint') },
        ]}
        onChange={(value) => changeAppearance({ isLeftHanded: value === 'left' })}
      />
    </>
  );
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
