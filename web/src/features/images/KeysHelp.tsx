import { Button, Popover } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconKeyboard } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './KeysHelp.module.css';

const KEYS = [
  { keys: ['←', '→', '↑', '↓'], text: 'keys.move' },
  { keys: ['Enter'], text: 'keys.take' },
  { keys: ['S'], text: 'keys.skip' },
  { keys: ['R'], text: 'keys.reject' },
  { keys: ['U'], text: 'keys.undo' },
  { keys: ['?'], text: 'keys.help' },
] as const;

/** Shows the keys of the workbench. Only where there is likely a keyboard. */
export function KeysHelp() {
  const { t } = useTranslation('images');
  const [isOpen, setOpen] = useState(false);
  useHotkeys([['shift+?', () => setOpen((was) => !was)]]);
  return (
    <Popover position="bottom-end" width="18rem" opened={isOpen} onChange={setOpen} trapFocus>
      <Popover.Target>
        <Button
          className={classes.button}
          variant="subtle"
          leftSection={<IconKeyboard size={20} aria-hidden />}
          onClick={() => setOpen((was) => !was)}
        >
          {t('keys.title')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('keys.title')}>
        <dl className={classes.keys} tabIndex={-1} data-autofocus>
          {KEYS.map(({ keys, text }) => (
            <div key={text} className={classes.line}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{t(text)}</dd>
            </div>
          ))}
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}
