import { type Wizard, WIZARD_STEPS } from '@veld/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addNotice } from '../../ui/notices/added-notices';
import { useUser } from '../../shared/session/session';
import { markSeen, useRecordCount } from './data';
import { useWizardWords } from './wizard-words';
import { ON_TODAY, wizardsAt } from './wizard-at';

/** Introduces what the current screen is about, a step at a time, once for each person. Closing it skips the rest. */
export function useIntroduction(pathname: string): void {
  const { t } = useTranslation('motivation');
  const words = useWizardWords();
  const { wizards_seen } = useUser();
  const records = useRecordCount(pathname === '/' && !ON_TODAY.every((id) => wizards_seen.includes(id)));
  const [step, setStep] = useState(0);
  const wizard: Wizard | undefined =
    records === undefined ? undefined : wizardsAt({ pathname, records }).find((id) => !wizards_seen.includes(id));
  const [before, setBefore] = useState(wizard);
  if (before !== wizard) {
    setBefore(wizard);
    setStep(0);
  }

  const show = useEffectEvent((current: Wizard, at: number) => {
    const total = WIZARD_STEPS.length;
    const end = () => markSeen('wizard', current);
    const isLast = at + 1 >= total;
    const next = isLast ? end : () => setStep(at + 1);
    return addNotice({
      id: 'introduction',
      type: 'info',
      text: [words.title(current), `${at + 1}/${total}`, words.step(current, WIZARD_STEPS[at]!)].join(' · '),
      stays: true,
      action: { label: t(isLast ? 'wizard.done' : 'wizard.next'), onClick: next },
      onDismiss: end,
    });
  });
  useEffect(() => (wizard ? show(wizard, step) : undefined), [wizard, step]);
}
