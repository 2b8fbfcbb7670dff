import { ActionIcon, Button, Modal, Textarea } from '@mantine/core';
import { IconArrowLeft, IconCopy, IconDots, IconTrash } from '@tabler/icons-react';
import type { Conversation, Writing } from '@veld/contract';
import { type ComponentType, Fragment, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatDate } from '../../i18n/format';
import { FreshnessMark, LoadFailure, Marks } from '../../shared/records/lists/ListParts';
import { describeObserver, useRecordTranslation } from '../../shared/records/record-labels';
import { SyncMark } from '../../shared/records/RecordCards';
import { RecordLine } from '../../shared/records/RecordLine';
import { CallError, notifier, useLanguage } from '../../shared/session/session';
import { DialogActions, DialogText } from '../../ui/DialogBody';
import { usePageTitle } from '../../ui/frame/page-title';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { steadyFocus } from '../../ui/steady-focus';
import { CommentText } from '../comments/CommentRow';
import classes from './ConversationView.module.css';
import { Composer } from './Composer';
import { type OpenConversation, useConversation, useMessageActions } from './data';
import type { ShownMessage } from './shown-messages';

/** What other features get of a message that the server has. */
export interface MoreOfMessage {
  message: ShownMessage;
  /** The other person; nobody for accounts that were closed. */
  person: Conversation['person'] | undefined;
  /** `below` the message, or in the list of its `actions`. */
  place: 'below' | 'actions';
}

interface Props {
  personId: string;
  /** Whether the list of conversations stands beside it, with the title of the screen. */
  isBeside: boolean;
  more: ComponentType<MoreOfMessage>;
}

/** A conversation: the latest message at the bottom, above what the user writes. */
export function ConversationView({ personId, isBeside, more }: Props) {
  const t = useRecordTranslation('messages');
  const open = useConversation(personId);
  const { list, person, writing, error, refreshedAt, retry } = open;
  const actions = useMessageActions(personId, person);
  const known = person && describeObserver({ user: { ...person, ...(writing === 'gone' && { is_former: true as const }) } }, t);
  const name = known?.name ?? t('messages:conversation');
  usePageTitle(known?.name);
  const field = useRef<HTMLTextAreaElement>(null);
  const isMissing = error instanceof CallError && error.code === 'not_found';
  const Title = isBeside ? 'h2' : 'h1';
  return (
    <section ref={steadyFocus} className={classes.view} aria-label={t('messages:with', { name })}>
      <header className={classes.head}>
        {!isBeside && (
          <ActionIcon component={Link} to="/messages" variant="subtle" color="stone" size="xl" aria-label={t('common:screens.messages')}>
            <IconArrowLeft size={24} aria-hidden />
          </ActionIcon>
        )}
        <Title dir="auto" className={classes.title}>
          {known?.to ? <Link to={known.to}>{name}</Link> : name}
        </Title>
        <EndConversation list={list} hasWords={isBeside} onEnd={actions.end} />
      </header>
      <Marks>
        <FreshnessMark isOutdated={error !== null && list !== undefined && !isMissing} refreshedAt={refreshedAt} onRetry={retry} />
      </Marks>
      {isMissing && <p className={classes.quiet}>{t('messages:not_found')}</p>}
      {!list && !isMissing && (error ? <LoadFailure error={error} onRetry={retry} /> : <TaxonRowSkeletons label={t('messages:loading')} />)}
      {list && !isMissing && <Log list={list} open={open} name={name} actions={actions} more={more} />}
      {!isMissing && (list || error) && (
        <Closed writing={writing} name={name}>
          <Composer personId={personId} name={name} field={field} onSend={actions.write} />
        </Closed>
      )}
    </section>
  );
}

/** What stands instead of the form where the user cannot write, and why. */
function Closed({ writing = 'open', name, children }: { writing: Writing | undefined; name: string; children: ReactNode }) {
  const t = useRecordTranslation('messages');
  if (writing === 'open') return children;
  const hasSettings = writing === 'limited' || writing === 'suspended' || writing === 'unconfirmed';
  return (
    <p className={classes.closed} role="status">
      {t(`messages:closed.${writing}`, { name })} {hasSettings && <Link to="/settings/account">{t('messages:closed.to_settings')}</Link>}
    </p>
  );
}

type Actions = ReturnType<typeof useMessageActions>;

interface LogProps {
  list: readonly ShownMessage[];
  open: OpenConversation;
  name: string;
  actions: Actions;
  more: ComponentType<MoreOfMessage>;
}

function Log({ list, open, name, actions, more: More }: LogProps) {
  const t = useRecordTranslation('messages');
  const language = useLanguage();
  const end = useRef<HTMLDivElement>(null);
  useEndInView(list, end);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const chosen = list.find(({ id }) => id === chosenId);
  const person = open.writing === 'gone' || open.person?.name === '' ? undefined : open.person;
  const dayOf = ({ written_at }: ShownMessage) => formatDate(new Date(written_at), language, { dateStyle: 'long' });
  return (
    <>
      {open.more && (
        <p className={classes.earlier}>
          <Button variant="default" loading={open.isLoadingMore} onClick={open.more}>
            {t('messages:earlier')}
          </Button>
        </p>
      )}
      {list.length === 0 && <p className={classes.quiet}>{t('messages:first', { name })}</p>}
      <div role="log" aria-live="polite" aria-label={t('messages:with', { name })} className={classes.log}>
        {list.map((message, index) => {
          const before = list[index - 1];
          const day = dayOf(message);
          return (
            <Fragment key={message.id}>
              {(!before || dayOf(before) !== day) && <p className={classes.day}>{day}</p>}
              <MessageRow
                message={message}
                name={name}
                actions={actions}
                more={message.sync === 'sent' && <More message={message} person={person} place="below" />}
                onMenu={() => {
                  setChosenId(message.id);
                  setOpen(true);
                }}
              />
            </Fragment>
          );
        })}
      </div>
      <div ref={end} className={classes.end} />
      {chosen && (
        <Modal
          opened={isOpen}
          onClose={() => setOpen(false)}
          title={t('messages:actions')}
          closeButtonProps={{ 'aria-label': t('common:action.close') }}
        >
          <MessageActions message={chosen} actions={actions} onDone={() => setOpen(false)}>
            <More message={chosen} person={person} place="actions" />
          </MessageActions>
        </Modal>
      )}
    </>
  );
}

/** Keeps the latest message in view when it arrives, and what was in view when earlier ones are added above it. */
function useEndInView(list: readonly ShownMessage[], end: RefObject<HTMLDivElement | null>): void {
  const before = useRef<{ first: string | undefined; last: string | undefined; height: number } | null>(null);
  const [first, last] = [list[0]?.id, list.at(-1)?.id];
  useLayoutEffect(() => {
    const page = document.documentElement;
    const known = before.current;
    const show = () => end.current?.scrollIntoView({ block: 'end' });
    let frame = 0;
    if (known && known.last === last && known.first !== first) window.scrollBy(0, page.scrollHeight - known.height);
    else if (known?.last !== last) {
      show();
      // After the router, which shows the start of a new page.
      frame = requestAnimationFrame(show);
    }
    before.current = { first, last, height: page.scrollHeight };
    return () => cancelAnimationFrame(frame);
  }, [first, last, end]);
}

interface RowProps {
  message: ShownMessage;
  name: string;
  actions: Actions;
  more: ReactNode;
  onMenu: () => void;
}

function MessageRow({ message, name, actions, more, onMenu }: RowProps) {
  const t = useRecordTranslation('messages');
  const language = useLanguage();
  const { is_own: isOwn, text, state, written_at: at, about, about_id: aboutId, sync } = message;
  const time = formatDate(new Date(at), language, { timeStyle: 'short' });
  const sender = isOwn ? t('messages:from_you') : name;
  return (
    <article className={classes.message} data-own={isOwn || undefined} aria-label={`${sender}, ${time}`}>
      <div className={classes.bubble} data-refused={sync === 'needs_attention' || undefined}>
        {text === '' ? (
          <p className={classes.gone}>{t(state === 'hidden' ? 'messages:hidden' : 'messages:deleted')}</p>
        ) : (
          <CommentText text={text} mentions={[]} />
        )}
        {about ? (
          <div className={classes.about}>
            <RecordLine record={about} />
          </div>
        ) : (
          aboutId && (
            <Link className={classes.aboutLink} to={`/observations/${aboutId}`}>
              {t('messages:about')}
            </Link>
          )
        )}
        <p className={classes.facts}>
          <time dateTime={at}>{time}</time>
          {sync !== 'sent' && <SyncMark state={sync} />}
        </p>
        {sync === 'needs_attention' && <Refused message={message} actions={actions} />}
        {more}
      </div>
      {text !== '' && sync !== 'needs_attention' && (
        <ActionIcon
          className={classes.menu}
          variant="subtle"
          color="stone"
          size="xl"
          aria-label={t('messages:actions_of', { name: sender, time })}
          onClick={onMenu}
        >
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      )}
    </article>
  );
}

function useCopy(): (text: string) => void {
  const t = useRecordTranslation('messages');
  return (text) => {
    navigator.clipboard.writeText(text).then(
      () => notifier.show('positive', t('messages:copied')),
      (error: unknown) => notifier.show('negative', t('messages:copy_failed'), { cause: error }),
    );
  };
}

/** A message that the server refused: why, and what can be done with its text, which stays on this device. */
function Refused({ message: { id, text, about_id: aboutId, error }, actions }: { message: ShownMessage; actions: Actions }) {
  const t = useRecordTranslation('messages');
  const copy = useCopy();
  const [draft, setDraft] = useState<string | null>(null);
  const send = (changed: string) => void actions.write(changed, aboutId, id).then((isStored) => isStored && setDraft(null));
  return (
    <div className={classes.refused}>
      <p role="status">{error?.detail ?? error?.title ?? t('messages:refused')}</p>
      {draft !== null && (
        <Textarea
          label={t('messages:write')}
          dir="auto"
          autosize
          minRows={2}
          maxRows={8}
          value={draft}
          onChange={({ currentTarget: { value } }) => setDraft(value)}
        />
      )}
      <div className={classes.buttons}>
        {draft === null ? (
          <>
            <Button variant="default" onClick={() => send(text)}>
              {t('common:action.retry')}
            </Button>
            <Button variant="default" onClick={() => setDraft(text)}>
              {t('common:action.edit')}
            </Button>
            <Button variant="default" onClick={() => copy(text)}>
              {t('messages:copy')}
            </Button>
            <Button variant="default" color="brick" onClick={() => void actions.remove(id)}>
              {t('common:action.delete')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={() => setDraft(null)}>
              {t('common:action.cancel')}
            </Button>
            <Button disabled={draft.trim() === ''} onClick={() => send(draft)}>
              {t('common:action.send')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

interface ActionsProps {
  message: ShownMessage;
  actions: Actions;
  onDone: () => void;
  children: ReactNode;
}

function MessageActions({ message: { id, text, is_own: isOwn, sync }, actions, onDone, children }: ActionsProps) {
  const t = useRecordTranslation('messages');
  const copy = useCopy();
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconCopy size={20} aria-hidden />}
        onClick={() => {
          copy(text);
          onDone();
        }}
      >
        {t('messages:copy')}
      </Button>
      {isOwn && (
        <>
          <Button
            variant="default"
            color="brick"
            fullWidth
            aria-describedby="delete-hint"
            leftSection={<IconTrash size={20} aria-hidden />}
            onClick={() => {
              onDone();
              void actions.remove(id);
            }}
          >
            {t('messages:delete')}
          </Button>
          <p className={classes.hint} id="delete-hint">
            {t('messages:delete_hint')}
          </p>
        </>
      )}
      {sync === 'sent' && children}
    </div>
  );
}

interface EndProps {
  list: OpenConversation['list'];
  /** Whether there is room for words. */
  hasWords: boolean;
  onEnd: (id: string) => Promise<boolean>;
}

/** Deletes the conversation for the user; asks first. */
function EndConversation({ list = [], hasWords, onEnd }: EndProps) {
  const t = useRecordTranslation('messages');
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const last = list.findLast(({ sync }) => sync === 'sent');
  const close = () => setOpen(false);
  if (!last) return null;
  const end = async () => {
    close();
    if (await onEnd(last.id)) void navigate('/messages');
  };
  return (
    <>
      {hasWords ? (
        <Button variant="subtle" color="stone" leftSection={<IconTrash size={20} aria-hidden />} onClick={() => setOpen(true)}>
          {t('messages:end.open')}
        </Button>
      ) : (
        <ActionIcon
          variant="subtle"
          color="stone"
          size="xl"
          aria-label={t('messages:end.open')}
          title={t('messages:end.open')}
          onClick={() => setOpen(true)}
        >
          <IconTrash size={22} aria-hidden />
        </ActionIcon>
      )}
      <Modal opened={isOpen} onClose={close} title={t('messages:end.title')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
        <DialogText>{t('messages:end.text')}</DialogText>
        <DialogActions>
          <Button variant="default" onClick={close} data-autofocus>
            {t('common:action.cancel')}
          </Button>
          <Button color="brick" onClick={() => void end()}>
            {t('messages:end.confirm')}
          </Button>
        </DialogActions>
      </Modal>
    </>
  );
}
