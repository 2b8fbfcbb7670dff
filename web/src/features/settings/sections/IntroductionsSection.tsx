import { IconChevronDown } from '@tabler/icons-react';
import { type Wizard, WIZARD_STEPS, WIZARDS } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { markSeen, useWizardWords } from '../../../shared/hints/introductions';
import { useUser } from '../../../shared/session/session';
import { Section, type SectionProps } from '../Section';
import classes from './IntroductionsSection.module.css';

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
        <details key={wizard} className={classes.one} onToggle={(event) => open(wizard, event.currentTarget.open)}>
          <summary className={classes.title}>
            {title(wizard)}
            <IconChevronDown size={20} aria-hidden />
          </summary>
          <ol className={classes.steps}>
            {WIZARD_STEPS.map((one) => (
              <li key={one}>{step(wizard, one)}</li>
            ))}
          </ol>
        </details>
      ))}
    </>
  );
}
