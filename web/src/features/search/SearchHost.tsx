import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { notifier } from '../../shared/session/session';
import type { FramePartProps } from '../../ui/feature';
import { isTyping } from '../../ui/keys/is-typing';
import classes from './SearchHost.module.css';

const loadDialog = () => import('./SearchDialog');
const SearchDialog = lazy(loadDialog);

/** What is asked in a dialog is answered first. */
const DIALOGS = '[aria-modal=true], dialog[open]';

/** The button of the search at the top, its keys, and the dialog once somebody has asked for it. */
export default function SearchHost({ screens, slot }: FramePartProps) {
  const { t } = useTranslation(['search', 'common']);
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    loadDialog().then(
      () => setOpen(true),
      (error: unknown) => notifier.show('negative', t('common:error.screen_offline'), { cause: error }),
    );
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSearchKey(event) || document.querySelector(DIALOGS)) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  // Going back closes it. A screen that comes late leaves it open.
  useEffect(() => {
    const close = () => setOpen(false);
    window.addEventListener('popstate', close);
    return () => window.removeEventListener('popstate', close);
  }, []);

  const label = t('title');
  return (
    <>
      {slot &&
        createPortal(
          <button
            type="button"
            className={classes.open}
            data-search
            aria-haspopup="dialog"
            aria-keyshortcuts="/ Control+K Meta+K"
            title={label}
            onClick={open}
          >
            <IconSearch size={22} stroke={1.75} aria-hidden />
            <span className={classes.label}>{label}</span>
            <kbd className={classes.key} aria-hidden>
              /
            </kbd>
          </button>,
          slot,
        )}
      {isOpen && (
        <Suspense fallback={null}>
          <SearchDialog screens={screens} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** `/` where nobody types, and Ctrl or Cmd K everywhere. */
function isSearchKey({ key, ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented, target }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || repeat || altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k';
  return key === '/' && !isTyping({ target, key });
}
