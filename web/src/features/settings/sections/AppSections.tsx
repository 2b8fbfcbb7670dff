import { Anchor, Switch } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type Wizard, WIZARD_STEPS, WIZARDS } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { markSeen, useWizardWords } from '../../../shared/hints/introductions';
import { usePreference } from '../../../shared/session/preferences';
import { useUser } from '../../../shared/session/session';
import { SendingRulesFields } from '../../outbox/data';
import { Choices, Section, type SectionProps, SettingMark } from '../Section';
import classes from '../settings.module.css';
import introductions from './AppSections.module.css';

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

/** The version, the server, and whose work is in the app. */
export function AboutSection({ id, title }: SectionProps) {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <Section id={id} title={title}>
      <dl className={classes.facts}>
        <div>
          <dt>{t('about.version')}</dt>
          <dd>{__APP_VERSION__}</dd>
        </div>
        <div>
          <dt>{t('about.server')}</dt>
          <dd>{location.host}</dd>
        </div>
        <div>
          <dt>{t('about.software')}</dt>
          <dd>{t('about.license')}</dd>
        </div>
        <div>
          <dt>{t('town_names')}</dt>
          <dd>
            <Anchor href="https://www.geonames.org" target="_blank" rel="noreferrer">
              GeoNames
            </Anchor>{' '}
            (CC BY 4.0)
          </dd>
        </div>
        <div>
          <dt>{t('about.map')}</dt>
          <dd>
            <Anchor href="https://www.naturalearthdata.com" target="_blank" rel="noreferrer">
              Natural Earth
            </Anchor>
          </dd>
        </div>
      </dl>
      <Anchor component={Link} className={classes.link} to="/feedback">
        {t('common:screens.feedback')}
      </Anchor>
    </Section>
  );
}

export function IntroductionsSection({ id, title }: SectionProps) {
  const { t } = useTranslation('motivation');
  return (
    <Section id={id} title={title} lead={t('wizard.lead')}>
      <Introductions />
    </Section>
  );
}

/** All introductions, to read again. One that is read here is not shown anymore. */
function Introductions() {
  const { title, step } = useWizardWords();
  const { wizards_seen } = useUser();
  const open = (wizard: Wizard, isOpen: boolean) => {
    if (isOpen && !wizards_seen.includes(wizard)) markSeen('wizard', wizard);
  };
  return (
    <>
      {WIZARDS.map((wizard) => (
        <details key={wizard} className={introductions.one} onToggle={(event) => open(wizard, event.currentTarget.open)}>
          <summary className={introductions.title}>
            {title(wizard)}
            <IconChevronDown size={20} aria-hidden />
          </summary>
          <ol className={introductions.steps}>
            {WIZARD_STEPS.map((one) => (
              <li key={one}>{step(wizard, one)}</li>
            ))}
          </ol>
        </details>
      ))}
    </>
  );
}
