import { ActionIcon, Button, Textarea } from '@mantine/core';
import { IconPaperclip, IconSend, IconX } from '@tabler/icons-react';
import { DeviceMadeId, MAX_MESSAGE } from '@veld/contract';
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { number } from '../../i18n/format';
import { readCommentDraft, storeCommentDraft } from '../../local/device/comment-draft';
import { useRecordTranslation } from '../../shared/records/record-labels';
import { useLanguage, useUser } from '../../shared/session/session';
import { stickyBarRoom } from '../../ui/publish-height';
import { useAddressFilter } from '../../ui/use-address-filter';
import type { AskState } from './AskExpert';
import classes from './Composer.module.css';

/** From here on, the form says how many characters are left. */
const FEW_LEFT = 200;

interface Props {
  personId: string;
  name: string;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Resolves with whether the message is stored on this device. */
  onSend: (text: string, aboutId: string | null) => Promise<boolean>;
}

/** Where a message is written. A question about a record begins with words that are ready to send (`?about=`). */
export function Composer({ personId, name, field, onSend }: Props) {
  const t = useRecordTranslation('messages');
  const language = useLanguage();
  const { id: userId } = useUser();
  const asked = useAskedRecord();
  // As the drafts of comments, but of a person.
  const draftKey = `veld-message-${userId}-${personId}`;
  const [text, setText] = useState(
    () => readCommentDraft(draftKey).text || (asked.id === null ? '' : t('messages:ask.question', { name })),
  );
  const [isBusy, setBusy] = useState(false);
  const left = MAX_MESSAGE - text.trim().length;
  const change = (next: string) => {
    setText(next);
    storeCommentDraft(draftKey, { text: next, people: [], species: [] });
  };
  const send = async () => {
    if (text.trim() === '' || left < 0 || isBusy) return;
    setBusy(true);
    const isStored = await onSend(text, asked.id);
    setBusy(false);
    if (isStored) {
      change('');
      asked.remove();
    }
    field.current?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  return (
    <form className={classes.form} ref={stickyBarRoom} onSubmit={onSubmit} data-save-bar>
      {asked.id !== null && (
        <p className={classes.about}>
          <IconPaperclip size={20} aria-hidden />
          <Link dir="auto" to={`/observations/${asked.id}`}>
            {asked.name ?? t('messages:about')}
          </Link>
          <ActionIcon variant="subtle" color="stone" size="xl" aria-label={t('messages:detach')} onClick={asked.remove}>
            <IconX size={20} aria-hidden />
          </ActionIcon>
        </p>
      )}
      <div className={classes.line}>
        <Textarea
          ref={field}
          className={classes.field}
          aria-label={t('messages:write_to', { name })}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          placeholder={t('messages:write')}
          dir="auto"
          autosize
          minRows={1}
          maxRows={6}
          value={text}
          onChange={({ currentTarget: { value } }) => change(value)}
          onKeyDown={onKeyDown}
        />
        <Button
          type="submit"
          className={classes.send}
          // Stays in the order of focus while it has nothing to send.
          aria-disabled={text.trim() === '' || left < 0}
          data-disabled={text.trim() === '' || left < 0 || undefined}
          leftSection={<IconSend size={20} aria-hidden />}
        >
          {t('common:action.send')}
        </Button>
      </div>
      {left < FEW_LEFT && (
        <p className={classes.left} data-over={left < 0 || undefined} role="status">
          {t('messages:left', { number: number(left, language) })}
        </p>
      )}
      <p className={classes.keys}>{t('messages:keys')}</p>
    </form>
  );
}

/** The record that the address attaches to what is written. */
function useAskedRecord(): { id: string | null; name: string | null; remove: () => void } {
  const [read, write] = useAddressFilter();
  const state = useLocation().state as Partial<AskState> | null;
  const id = DeviceMadeId.safeParse(read('about'));
  return {
    id: id.success ? id.data : null,
    name: state?.recordName ?? null,
    remove: () => {
      if (read('about') !== null) write({ about: null });
    },
  };
}
