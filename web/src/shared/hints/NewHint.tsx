import { type Wizard, WIZARD_STEPS } from '@veld/contract';
import { IconBulb, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { markSeen, useHasFewer, useWizardWords } from './introductions';
import classes from './NewHint.module.css';

interface Props {
  wizard: Wizard;
  /** Only for people with fewer records than this: the others have done what it explains. */
  below?: number;
}

export default function NewHint({ wizard, below = Infinity }: Props) {
  const isNew = useHasFewer(below);
  return isNew ? <Steps wizard={wizard} /> : null;
}

/** The three steps, one at a time. Closing it skips the rest. */
function Steps({ wizard }: Pick<Props, 'wizard'>) {
  const { t } = useTranslation(['motivation', 'common']);
  const words = useWizardWords();
  const titleId = useId();
  const [at, setAt] = useState(0);
  const end = () => markSeen('wizard', wizard);
  const isLast = at + 1 >= WIZARD_STEPS.length;
  return (
    <section className={classes.hint} aria-labelledby={titleId} data-hint>
      <IconBulb className={classes.icon} size="1.375rem" stroke={1.75} aria-hidden />
      <p className={classes.text} aria-live="polite">
        <strong id={titleId}>{words.title(wizard)}</strong> {words.step(wizard, WIZARD_STEPS[at]!)}{' '}
        <button type="button" className={classes.next} onClick={isLast ? end : () => setAt(at + 1)}>
          {t(isLast ? 'wizard.done' : 'wizard.next')}{' '}
          <span className={classes.at}>
            {at + 1}/{WIZARD_STEPS.length}
          </span>
        </button>
      </p>
      <button type="button" className={classes.close} aria-label={t('common:action.close')} onClick={end}>
        <IconX size="1.25rem" aria-hidden />
      </button>
    </section>
  );
}
