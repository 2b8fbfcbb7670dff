import { Popover } from '@mantine/core';
import { IconChevronUp, IconMoodPlus } from '@tabler/icons-react';
import { listKeys, REACTION_EMOJI } from '@veld/contract';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lastEmoji, react } from '../../local/changes/reactions';
import { currentDatabase, notifier } from '../../shared/session/session';
import { useEmojiNames } from './data';
import classes from './ReactButton.module.css';

const HOLD_MS = 450;

/** A finger that moves farther scrolls. */
const MOST_PX = 10;

const CHOICES = listKeys(REACTION_EMOJI);

/**
 * A tap reacts with the emoji that the user chose last, or takes the reaction back. A long press, an arrow key and the small button open
 * the palette.
 */
export function ReactButton({ recordId, own }: { recordId: string; own: string | null }) {
  const { t } = useTranslation(['reactions', 'observations']);
  const nameOf = useEmojiNames();
  const [isOpen, setOpen] = useState(false);
  const longPress = useLongPress(() => setOpen(true));
  const choose = (emoji: string | null) => {
    setOpen(false);
    react(currentDatabase(), recordId, emoji).catch((error: unknown) =>
      notifier.show('negative', t('observations:outbox.failed'), { cause: error }),
    );
  };
  const tap = async () => choose(own === null ? await lastEmoji.read(currentDatabase()) : null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    setOpen(true);
  };
  const label = own === null ? t('reactions:react') : t('reactions:yours', { name: nameOf(own) });
  return (
    <Popover position="top" opened={isOpen} onChange={setOpen} trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <span className={classes.pair}>
          <button
            type="button"
            className={classes.react}
            aria-pressed={own !== null}
            aria-label={label}
            title={label}
            {...longPress}
            onClick={() => void tap()}
            onKeyDown={onKeyDown}
          >
            {own === null ? <IconMoodPlus size={22} aria-hidden /> : <span aria-hidden>{own}</span>}
          </button>
          <button
            type="button"
            className={classes.more}
            aria-label={t('reactions:choose')}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronUp size={18} aria-hidden />
          </button>
        </span>
      </Popover.Target>
      <Popover.Dropdown>
        <Palette own={own} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface Props {
  own: string | null;
  /** Null takes the reaction back. */
  onChoose: (emoji: string | null) => void;
}

/** All emoji of reactions. One is in the order of Tab; the arrow keys go to the others. */
function Palette({ own, onChoose }: Props) {
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

/** Handlers for an element that opens something when it is held. The click that ends a long press is no tap. */
function useLongPress(onLongPress: () => void) {
  const press = useRef({ timer: 0, x: 0, y: 0, wasLong: false });
  const end = () => window.clearTimeout(press.current.timer);
  useEffect(() => () => window.clearTimeout(press.current.timer), []);
  return {
    onPointerDown({ clientX: x, clientY: y, button }: PointerEvent) {
      end();
      press.current = { timer: 0, x, y, wasLong: false };
      if (button !== 0) return;
      press.current.timer = window.setTimeout(() => {
        press.current.wasLong = true;
        onLongPress();
      }, HOLD_MS);
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (Math.hypot(clientX - press.current.x, clientY - press.current.y) > MOST_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    // Some systems open a menu for a long press.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onClickCapture(event: MouseEvent) {
      if (!press.current.wasLong) return;
      press.current.wasLong = false;
      event.stopPropagation();
    },
  };
}
