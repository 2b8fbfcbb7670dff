import { Checkbox } from '@mantine/core';
import type { FeedbackDiagnostics } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import classes from '../feedback.module.css';
import { type Part, PARTS, partText } from './collect';

interface Props {
  all: FeedbackDiagnostics;
  /** The parts that are not sent. */
  left: ReadonlySet<Part>;
  onChange: (left: ReadonlySet<Part>) => void;
}

/** Shows in full what is sent about the device; each part can be left out. */
export function DiagnosticsField({ all, left, onChange }: Props) {
  const { t } = useTranslation('feedback');
  const toggle = (part: Part) => {
    const next = new Set(left);
    if (!next.delete(part)) next.add(part);
    onChange(next);
  };
  return (
    <fieldset className={classes.part}>
      <legend className={classes.legend}>{t('diagnostics.title')}</legend>
      <p className={classes.quiet}>{t('diagnostics.hint')}</p>
      {PARTS.filter((part) => all[part] !== undefined).map((part) => (
        <div key={part}>
          <Checkbox label={t(`diagnostics.part.${part}`)} checked={!left.has(part)} onChange={() => toggle(part)} />
          <pre className={classes.diagnostics} data-left={left.has(part) || undefined}>
            {partText(part, all)}
          </pre>
        </div>
      ))}
    </fieldset>
  );
}
