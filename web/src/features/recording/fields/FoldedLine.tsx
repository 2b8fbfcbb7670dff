import { VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './FoldedLine.module.css';

interface Props {
  title: string;
  /** An icon or a small picture. */
  sign: ReactNode;
  words: ReactNode;
  note?: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  /** Beside the line, such as a pin. */
  aside?: ReactNode;
  /** Shown under the line, open or folded. */
  always?: ReactNode;
  /** The controls. */
  children: ReactNode;
  section?: Ref<HTMLElement>;
}

/** A part of the form in one line, which a tap unfolds. */
export function FoldedLine({ title, sign, words, note, isOpen, onToggle, aside, always, children, section }: Props) {
  const { t } = useTranslation('recording');
  const id = useId();
  return (
    <section ref={section} className={classes.section} aria-labelledby={id}>
      <VisuallyHidden component="h2" id={id}>
        {title}
      </VisuallyHidden>
      <div className={classes.line}>
        <button type="button" className={classes.open} aria-expanded={isOpen} onClick={onToggle}>
          <span className={classes.sign}>{sign}</span>
          <span className={classes.words}>
            <span className={classes.main}>{words}</span>
            {note && <span className={classes.note}>{note}</span>}
          </span>
          <span className={classes.end}>
            <span className={classes.change}>{t('taxon.change')}</span>
            <IconChevronDown className={classes.chevron} size={20} aria-hidden />
          </span>
        </button>
        {aside}
      </div>
      {always}
      {isOpen && <div className={classes.controls}>{children}</div>}
    </section>
  );
}
