import { type Wizard, WIZARD_STEPS } from '@veld/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addNotice } from '../../ui/notices/added-notices';
import { useUser } from '../accounts/data';
import { markSeen, useRecordCount } from './data';
import { useWizardWords } from './wizard-words';
import { wizardsAt } from './wizard-at';

/** Introduces what the current screen is about, a step at a time, once for each person. Closing it skips the rest. */
export function useIntroduction(pathname: string): void {
  const { t } = useTranslation('motivation');
  const words = useWizardWords();
  const { wizards_seen } = useUser();
  const records = useRecordCount();
  const [step, setStep] = useState(0);
  const wizard: Wizard | undefined =
    records === undefined ? undefined : wizardsAt({ pathname, records }).find((id) => !wizards_seen.includes(id));
  useEffect(() => setStep(0), [wizard]);

  useEffect(() => {
    if (!wizard) return;
    const total = WIZARD_STEPS.length;
    const end = () => markSeen('wizard', wizard);
    const isLast = step + 1 >= total;
    const next = isLast ? end : () => setStep(step + 1);
    return addNotice({
      id: 'introduction',
      type: 'info',
      text: [words.title(wizard), `${step + 1}/${total}`, words.step(wizard, WIZARD_STEPS[step]!)].join(' · '),
      stays: true,
      action: { label: t(isLast ? 'wizard.done' : 'wizard.next'), onClick: next },
      onDismiss: end,
    });
    // oxlint-disable-next-line react/exhaustive-deps -- the words of the language stay
  }, [wizard, step]);
}
