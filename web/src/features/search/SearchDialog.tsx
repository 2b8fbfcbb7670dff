import { ActionIcon, CloseButton, Modal, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconSearch, IconX } from '@tabler/icons-react';
import { QueryClientProvider } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { addRecentChoice, type RecentChoice, recentChoices, removeRecentChoice } from '../../local/device/recent-choices';
import { queryClient } from '../../shared/session/queries';
import { currentDatabase, notifier, useUser } from '../../shared/session/session';
import { useTaxonomyStatus } from '../../shared/taxa/data';
import type { ScreenRoute } from '../../ui/feature';
import { useFocusBack } from '../../ui/steady-focus';
import { type SearchResult, useSearch } from './data';
import { describeScreen, listOpenScreens, suggestScreens } from './found-screens';
import { type ShownGroup, SearchOptions } from './SearchOptions';
import classes from './SearchDialog.module.css';

/** An address of a record or a map fits. */
const LONGEST_TEXT = 500;
const SUGGESTED_SCREENS = 5;
const NONE: readonly never[] = [];

interface Props {
  screens: readonly ScreenRoute[];
  onClose: () => void;
}

/** One field for everything in the app. On phones it fills the screen. */
export default function SearchDialog(props: Props) {
  const { t } = useTranslation('search');
  useFocusBack();
  const isWide = useMediaQuery('(min-width: 37.5em)', false, { getInitialValueInEffect: false });
  return (
    <Modal.Root
      opened
      onClose={props.onClose}
      fullScreen={!isWide}
      centered={false}
      size="42rem"
      yOffset="10dvh"
      radius="lg"
      transitionProps={{ duration: 0 }}
      // Not as `className`, which the content gives to the box around it too.
      classNames={{ content: classes.content, overlay: classes.veil }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('title')}>
        <QueryClientProvider client={queryClient}>
          <Search {...props} isWide={isWide} />
        </QueryClientProvider>
      </Modal.Content>
    </Modal.Root>
  );
}

function Search({ screens, onClose, isWide }: Props & { isWide: boolean }) {
  const { t } = useTranslation(['search', 'common']);
  const id = useId();
  const navigate = useNavigate();
  const database = currentDatabase();
  const field = useRef<HTMLInputElement>(null);
  const [written, write] = useState('');
  const text = written.trim();
  const result = useSearch(text, screens);
  const suggested = useSuggested(screens);
  const groups = text === '' ? suggested : result.groups;
  const options = useMemo(() => groups.flatMap((group) => group.options), [groups]);
  // By address, because groups may still come in between.
  const [chosen, setChosen] = useState<string | null>(null);
  const found = options.findIndex(({ to }) => to === chosen);
  const active = found >= 0 ? found : text === '' ? -1 : 0;
  /** The text for which Enter was pressed before anything was found for it. */
  const [awaited, setAwaited] = useState<string | null>(null);

  const type = (next: string) => {
    write(next);
    setChosen(null);
    setAwaited(null);
  };
  const open = (option: RecentChoice) => {
    addRecentChoice(database, option).catch((error: unknown) => console.error('Search', error));
    onClose();
    void navigate(option.to);
  };
  const openAwaited = useEffectEvent(() => {
    const [first] = options;
    if (first) open(first);
  });
  const isFound = awaited !== null && awaited === text && result.isCurrent;
  useEffect(() => {
    if (isFound) openAwaited();
  }, [isFound]);
  const remove = (option: RecentChoice) => {
    // Its button goes with it.
    field.current?.focus();
    removeRecentChoice(database, option.to).catch((error: unknown) => notifier.show('negative', t('not_removed'), { cause: error }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = event.key === 'ArrowDown' ? (active + 1) % options.length : (Math.max(active, 0) || options.length) - 1;
      setChosen(options[next]?.to ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const option = options[active];
      // What was found for an earlier text is opened only when it was chosen.
      if (option && (found >= 0 || result.isCurrent)) open(option);
      else if (text !== '') setAwaited(text);
    }
  };

  return (
    <>
      <div className={classes.line}>
        {!isWide && (
          <ActionIcon aria-label={t('common:action.close')} onClick={onClose}>
            <IconArrowLeft size={24} aria-hidden />
          </ActionIcon>
        )}
        <TextInput
          ref={field}
          className={classes.field}
          value={written}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          leftSection={isWide && <IconSearch size={22} aria-hidden />}
          rightSection={written && <CloseButton aria-label={t('common:action.clear')} onClick={() => type('')} />}
          aria-label={t('field')}
          placeholder={t('placeholder')}
          maxLength={LONGEST_TEXT}
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 && options.length > 0 ? `${id}-${active}` : undefined}
          data-autofocus
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
        />
        {isWide && (
          <ActionIcon aria-label={t('common:action.close')} onClick={onClose}>
            <IconX size={24} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <SearchOptions id={id} label={t('title')} groups={groups} active={active} screens={screens} onOpen={open} onRemove={remove} />
      {text !== '' && <State result={result} />}
    </>
  );
}

/** The recent choices, then a few screens. */
function useSuggested(screens: readonly ScreenRoute[]): readonly ShownGroup[] {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  const user = useUser();
  const database = currentDatabase();
  const recent = useLiveQuery(() => recentChoices.read(database), [database]);
  return useMemo(() => {
    if (!recent) return NONE;
    const known = new Set(recent.map(({ to }) => to));
    const others = listOpenScreens(screens, user).filter(({ path }) => !known.has(path));
    const some = suggestScreens(others, pathname, SUGGESTED_SCREENS);
    const groups: ShownGroup[] = [
      { kind: 'recent', options: recent },
      { kind: 'screen', options: some.map(({ path, title }) => describeScreen(path, t(`screens.${title}` as 'screens.feed'))) },
    ];
    return groups.filter(({ options }) => options.length > 0);
  }, [recent, screens, user, pathname, t]);
}

/** One line about what is missing. */
function State({ result: { groups, isSettled, isOffline, hasFailed } }: { result: SearchResult }) {
  const { t } = useTranslation(['search', 'common']);
  const isLoading = useTaxonomyStatus()?.loading ?? false;
  const hasNone = isSettled && groups.length === 0;
  const lines = [
    hasNone && (isLoading ? t('common:taxonomy.loading') : t('none')),
    isOffline && t('offline'),
    hasFailed && t('failed'),
  ].filter((line) => line !== false);
  return (
    <p className={classes.state} role="status">
      {lines.join(' ')}
    </p>
  );
}
