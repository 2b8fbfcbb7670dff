import { Checkbox } from '@mantine/core';
import type { FeedbackDiagnostics } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import classes from '../feedback.module.css';
import { type Part, PARTS, partText } from './collect';

/** Texts up to this length, in characters, stand under their label. */
const SHORT = 60;

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
      {PARTS.filter((part) => all[part] !== undefined).map((part) => {
        const text = partText(part, all);
        const isShort = text.length <= SHORT && !text.includes('\n');
        const isLeft = left.has(part) || undefined;
        return (
          <div key={part}>
            <Checkbox
              label={t(`diagnostics.part.${part}`)}
              description={isShort && <code data-left={isLeft}>{text}</code>}
              classNames={{ description: classes.short }}
              checked={!isLeft}
              onChange={() => toggle(part)}
            />
            {!isShort && (
              <pre className={classes.diagnostics} data-left={isLeft}>
                {text}
              </pre>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
