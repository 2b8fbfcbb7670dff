import { Popover } from '@mantine/core';
import { IconChevronUp, IconMoodPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lastEmoji, react } from '../../local/records/reactions/react';
import { currentDatabase, notifier } from '../../shared/session/session';
import { useEmojiNames } from './data';
import { Palette } from './Palette';
import { useLongPress } from './use-long-press';
import classes from './ReactButton.module.css';

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
