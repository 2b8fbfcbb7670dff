import { REACTION_EMOJI, type ReactionName } from '@veld/contract';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Palette.module.css';

const CHOICES = Object.keys(REACTION_EMOJI) as ReactionName[];

interface Props {
  own: string | null;
  /** Null takes the reaction back. */
  onChoose: (emoji: string | null) => void;
}

/** All emoji of reactions. One is in the order of Tab; the arrow keys go to the others. */
export function Palette({ own, onChoose }: Props) {
  const { t } = useTranslation('reactions');
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      CHOICES.findIndex((name) => REACTION_EMOJI[name] === own),
    ),
  );
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const next = at + stepOf(event.key, columnsOf(buttons));
    if (next === at || !buttons[next]) return;
    event.preventDefault();
    setAt(next);
    buttons[next].focus();
  };
  return (
    <div className={classes.palette} role="toolbar" tabIndex={-1} aria-label={t('choose')} onKeyDown={onKeyDown}>
      {CHOICES.map((name, index) => {
        const emoji = REACTION_EMOJI[name];
        return (
          <button
            key={name}
            type="button"
            className={classes.emoji}
            tabIndex={index === at ? 0 : -1}
            data-autofocus={index === at || undefined}
            aria-label={t(`emoji.${name}`)}
            aria-pressed={own === emoji}
            title={t(`emoji.${name}`)}
            onClick={() => onChoose(own === emoji ? null : emoji)}
          >
            <span aria-hidden>{emoji}</span>
          </button>
        );
      })}
    </div>
  );
}

function columnsOf(buttons: readonly HTMLElement[]): number {
  const columns = buttons.findIndex(({ offsetTop }) => offsetTop !== buttons[0]!.offsetTop);
  return columns < 1 ? buttons.length : columns;
}

function stepOf(key: string, columns: number): number {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  return steps[key] ?? 0;
}
