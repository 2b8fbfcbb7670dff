import type { Wizard, WIZARD_STEPS } from '@veld/contract';
import { useTranslation } from 'react-i18next';

/** The texts of the introductions. */
export function useWizardWords() {
  const { t } = useTranslation('motivation');
  return {
    title: (wizard: Wizard) => t(`wizards.${wizard}.title`),
    step: (wizard: Wizard, step: (typeof WIZARD_STEPS)[number]) => t(`wizards.${wizard}.${step}`),
  };
}
