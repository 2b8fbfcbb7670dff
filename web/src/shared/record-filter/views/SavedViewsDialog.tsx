import { ActionIcon, Button, Modal, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconBell, IconBellOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { MAX_FOLLOWED_VIEWS, MAX_SAVED_VIEWS, MAX_VIEW_NAME, MAX_VIEW_QUERY, type SavedView, type ViewNovelty } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';
import { changeSavedViews, savedViews } from '../../../local/changes/saved-views';
import { newId } from '../../../local/db/ids';
import { moveInList } from '../../../local/records/lists/list-order';
import { useFocusBack } from '../../../ui/steady-focus';
import { useLocationName } from '../../location/location-filter';
import { currentDatabase, notifier } from '../../session/session';
import { useFilterChips } from '../filter-labels';
import { FollowView, NoveltySelect } from './FollowView';
import { makeViewAddress, readView, type SavedViewsProps, writeViewQuery } from './view-address';
import classes from './SavedViewsDialog.module.css';

const NONE: readonly SavedView[] = [];

interface DialogProps extends SavedViewsProps {
  /** Whether the person wants to follow what is shown. */
  isToFollow: boolean;
  onClose: () => void;
}

/** The person's saved views: opens one, saves what is shown, and puts them in order. All of it works offline. */
export default function SavedViewsDialog({ onClose, isToFollow, ...props }: DialogProps) {
  useFocusBack();
  const { t } = useTranslation(['explore', 'common']);
  const isWide = useMediaQuery('(min-width: 37.5em)', false, { getInitialValueInEffect: false });
  const database = currentDatabase();
  const views = useLiveQuery(() => savedViews(database), [database]);
  const failed = (cause: unknown) => void notifier.show('negative', t('common:error.storage_failed'), { cause });
  const change = (edit: (views: SavedView[]) => SavedView[]) => void changeSavedViews(database, edit).catch(failed);
  const [removed, setRemoved] = useState<SavedView | null>(null);
  const put = (changed: readonly SavedView[]) =>
    change((before) => {
      const byId = new Map(changed.map((view) => [view.id, view]));
      const replaced = before.map((view) => byId.get(view.id) ?? view);
      return [...replaced, ...changed.filter(({ id }) => before.every((view) => view.id !== id))];
    });
  const remove = (view: SavedView) => {
    change((before) => before.filter(({ id }) => id !== view.id));
    setRemoved(view);
  };
  const canFollow = views !== undefined && views.filter(({ novelty }) => novelty).length < MAX_FOLLOWED_VIEWS;
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={!isWide}
      size="36rem"
      title={t('saved.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <div className={classes.body}>
        {views?.length === 0 && <p className={classes.note}>{t('saved.empty')}</p>}
        {views && views.length > 0 && (
          <ul className={classes.list} aria-label={t('saved.title')}>
            {views.map((view, at) => (
              <ViewRow
                key={view.id}
                view={view}
                to={makeViewAddress(view, props.screen)}
                onOpen={onClose}
                canFollow={canFollow}
                onChange={(changed) => put([changed])}
                onMove={{
                  up: at > 0 ? () => put(moveInList(views, view.id, at - 1)) : null,
                  down: at < views.length - 1 ? () => put(moveInList(views, view.id, at + 1)) : null,
                }}
                onRemove={() => remove(view)}
              />
            ))}
          </ul>
        )}
        <div role="status">
          {removed && (
            <p className={classes.removed}>
              {t('saved.removed', { name: removed.name })}
              <Button
                variant="default"
                onClick={() => {
                  put([removed]);
                  setRemoved(null);
                }}
              >
                {t('common:action.undo')}
              </Button>
            </p>
          )}
        </div>
        {views && <SaveForm {...props} views={views} canFollow={canFollow} isToFollow={isToFollow} onSave={(view) => put([view])} />}
      </div>
    </Modal>
  );
}

interface RowProps {
  view: SavedView;
  to: string;
  onOpen: () => void;
  canFollow: boolean;
  onChange: (view: SavedView) => void;
  /** Null at the ends of the list. */
  onMove: Readonly<Record<'up' | 'down', (() => void) | null>>;
  onRemove: () => void;
}

function ViewRow({ view, to, onOpen, canFollow, onChange, onMove, onRemove }: RowProps) {
  const { t } = useTranslation(['explore', 'common']);
  const [isEditing, setEditing] = useState(false);
  const { pathname, search } = useLocation();
  const { name } = view;
  return (
    <li className={classes.row}>
      <div className={classes.line}>
        <Link className={classes.name} to={to} dir="auto" aria-current={to === pathname + search ? 'page' : undefined} onClick={onOpen}>
          {name}
        </Link>
        {view.novelty && <FollowMark isPaused={view.is_paused === true} />}
        <Act label={t('saved.edit', { name })} isPressed={isEditing} onClick={() => setEditing(!isEditing)}>
          <IconPencil size={20} aria-hidden />
        </Act>
      </div>
      {isEditing && (
        <NameForm
          name={name}
          submit={t('common:action.save')}
          onSubmit={(next) => {
            onChange({ ...view, name: next });
            setEditing(false);
          }}
        >
          <Act label={t('common:table.move_up', { label: name })} onClick={onMove.up}>
            <IconArrowUp size={20} aria-hidden />
          </Act>
          <Act label={t('common:table.move_down', { label: name })} onClick={onMove.down}>
            <IconArrowDown size={20} aria-hidden />
          </Act>
          <Act label={t('common:table.delete_view', { name })} onClick={onRemove}>
            <IconTrash size={20} aria-hidden />
          </Act>
        </NameForm>
      )}
      {isEditing && <FollowView view={view} canFollow={canFollow} onChange={onChange} />}
    </li>
  );
}

/** Says that a view is followed. */
function FollowMark({ isPaused }: { isPaused: boolean }) {
  const { t } = useTranslation('explore');
  const Icon = isPaused ? IconBellOff : IconBell;
  return <Icon className={classes.mark} size={20} role="img" aria-label={t(isPaused ? 'follow.paused' : 'follow.on')} />;
}

/** At the end of the list it stays where the keyboard is. */
function Act(props: { label: string; isPressed?: boolean; onClick: (() => void) | null; children: ReactNode }) {
  const { label, isPressed, onClick, children } = props;
  return (
    <ActionIcon
      size={44}
      variant="subtle"
      color="stone"
      aria-label={label}
      aria-expanded={isPressed}
      aria-disabled={onClick === null || undefined}
      data-disabled={onClick === null || undefined}
      onClick={onClick ?? undefined}
    >
      {children}
    </ActionIcon>
  );
}

/** Saves what the screen shows under a name. Under the name of a view it replaces that one. */
interface SaveProps extends SavedViewsProps {
  views: readonly SavedView[];
  canFollow: boolean;
  isToFollow: boolean;
  onSave: (view: SavedView) => void;
}

function SaveForm({ screen, shown, views, canFollow, isToFollow, onSave }: SaveProps) {
  const { t } = useTranslation(['explore', 'common']);
  const [address] = useSearchParams();
  const query = writeViewQuery(address, shown.location);
  const chips = useFilterChips(shown);
  const place = useLocationName(shown.location);
  const isClear = readView({ query }).unread.length === 0;
  const [novelty, setNovelty] = useState<ViewNovelty | null>(isToFollow && canFollow && isClear ? 'any' : null);
  if (views.length >= MAX_SAVED_VIEWS) return <p className={classes.note}>{t('saved.full', { count: MAX_SAVED_VIEWS })}</p>;
  if (query.length > MAX_VIEW_QUERY) return <p className={classes.note}>{t('saved.long')}</p>;
  const suggested = [...chips.map(({ label }) => label), place].join(' · ').slice(0, MAX_VIEW_NAME);
  return (
    <NameForm
      key={query}
      name={suggested}
      submit={t('common:table.save_view')}
      others={views}
      onSubmit={(name, same) =>
        onSave({ ...same, id: same?.id ?? newId(), name, screen, query, ...(novelty && { novelty, is_paused: false }) })
      }
      more={isClear && <NoveltySelect value={novelty} canFollow={canFollow} onChange={setNovelty} />}
    />
  );
}

interface NameFormProps {
  name: string;
  submit: string;
  /** Views of which one may have the name already. */
  others?: readonly SavedView[];
  onSubmit: (name: string, same: SavedView | undefined) => void;
  /** Between the name and the buttons. */
  more?: ReactNode;
  children?: ReactNode;
}

function NameForm({ name, submit, others = NONE, onSubmit, more, children }: NameFormProps) {
  const { t } = useTranslation(['explore', 'common']);
  const [text, setText] = useState(name);
  const [isMissing, setMissing] = useState(false);
  const typed = text.trim();
  const same = others.find((view) => view.name === typed);
  const save = (event: FormEvent) => {
    event.preventDefault();
    setMissing(typed === '');
    if (typed !== '') onSubmit(typed, same);
  };
  return (
    <form className={classes.form} onSubmit={save}>
      <TextInput
        label={t('common:table.view_name')}
        value={text}
        maxLength={MAX_VIEW_NAME}
        description={same ? t('saved.replaces') : undefined}
        error={isMissing && typed === '' ? t('saved.no_name') : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {more}
      <div className={classes.acts}>
        <Button type="submit">{submit}</Button>
        {children}
      </div>
    </form>
  );
}
