import type { HiddenBy } from '@veld/contract';
import { IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLanguage, useUser } from '../../shared/session/session';
import { hiddenByText } from './rule-words';
import classes from './sensitive.module.css';

/** Says that a rule for sensitive species hides the place of a record, and why. */
export function HiddenByNote({ hiddenBy }: { hiddenBy: HiddenBy }) {
  const { t } = useTranslation(['sensitive']);
  const language = useLanguage();
  const { units } = useUser().preferences;
  return (
    <span className={classes.note}>
      <IconShieldLock size={18} aria-hidden />
      <span dir="auto">{hiddenByText(hiddenBy, t, language, units)}</span>
    </span>
  );
}
