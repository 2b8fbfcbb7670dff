import { Modal, Alert, Button, Checkbox, NativeSelect, NumberInput, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FEEDBACK_STATES } from '@veld/contract';
import { useState } from 'react';
import { ago } from '../../../i18n/format';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useLanguage, useUser } from '../../../shared/session/session';
import { PARTS, partText } from '../../feedback/diagnostics/collect';
import { ReplyForm } from '../../feedback/ReplyForm';
import { useAdminChange } from '../data';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { type FeedbackDetails, sendReply, useQueued, useScreenshotUrl, changeMessage } from './data';
import { useSending } from '../../../shared/session/form';
import classes from '../admin.module.css';

interface Props {
  id: string;
  onClose: () => void;
}

/** A message with what was sent along, and what an admin can do with it. */
export function MessageDialog({ id, onClose }: Props) {
  const { t } = useTranslation(['admin', 'feedback', 'common']);
  const { message, failure, retry } = useQueued(id);
  const title = message ? `#${message.ticket} · ${t(`feedback:kind.${message.kind}`)}` : t('section.feedback');
  return (
    <Modal opened onClose={onClose} size="lg" title={title} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      {failure && <LoadFailure error={failure} onRetry={retry} />}
      {!failure && !message && <TaxonRowSkeletons count={3} label={t('loading')} />}
      {message && (
        <>
          <Message message={message} />
          <Conversation message={message} />
          <DecisionForm key={message.id} message={message} />
        </>
      )}
    </Modal>
  );
}

function Message({ message }: { message: FeedbackDetails }) {
  const { t } = useTranslation(['admin', 'feedback']);
  const language = useLanguage();
  const { diagnostics } = message;
  const parts = PARTS.filter((part) => diagnostics[part] !== undefined);
  return (
    <>
      <p className={classes.quiet}>
        {message.author?.name ?? t('former')} · {ago(message.created_at, language)}
        {message.email && (
          <>
            {' · '}
            <a className={classes.link} href={`mailto:${message.email}`}>
              {message.email}
            </a>
          </>
        )}
      </p>
      <p dir="auto" className={classes.text}>
        {message.text}
      </p>
      {message.has_screenshot && <Screenshot id={message.id} />}
      {parts.length > 0 && (
        <details>
          <summary>{t('queue.diagnostics')}</summary>
          {parts.map((part) => (
            <div key={part}>
              <strong>{t(`feedback:diagnostics.part.${part}`)}</strong>
              <pre className={classes.pre}>{partText(part, diagnostics)}</pre>
            </div>
          ))}
        </details>
      )}
    </>
  );
}

function Screenshot({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  const { url, hasFailed } = useScreenshotUrl(id);
  if (hasFailed) return <p className={classes.quiet}>{t('queue.no_screenshot')}</p>;
  if (!url) return null;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <img className={classes.screenshot} src={url} alt={t('queue.screenshot')} />
    </a>
  );
}

function Conversation({ message }: { message: FeedbackDetails }) {
  const { t } = useTranslation(['admin', 'feedback']);
  const language = useLanguage();
  const change = useAdminChange();
  return (
    <section className={classes.part} aria-labelledby="queue-replies">
      <SectionTitle id="queue-replies" level={3}>
        {t('queue.replies')}
      </SectionTitle>
      <ul className={classes.list}>
        {message.conversation.map(({ id, text, is_team, at }) => (
          <li key={id}>
            <span className={classes.quiet}>
              {is_team ? t('queue.team') : (message.author?.name ?? t('former'))} · {ago(at, language)}
            </span>
            <p dir="auto" className={classes.text}>
              {text}
            </p>
          </li>
        ))}
      </ul>
      <ReplyForm
        send={(reply, text) => change(sendReply(message.id, reply, text))}
        texts={{ label: t('queue.reply'), hint: t('queue.reply_hint'), send: t('queue.send_reply') }}
      />
    </section>
  );
}

const MAX_REASON = 500;
const MAX_PUBLIC = 2000;

/** What becomes of a message: its state, who takes care of it, what everybody reads, and of what it is a duplicate. */
function DecisionForm({ message }: { message: FeedbackDetails }) {
  const { t } = useTranslation(['admin', 'feedback', 'common']);
  const user = useUser();
  const change = useAdminChange();
  const [state, setState] = useState(message.state);
  const [reason, setReason] = useState(message.reason);
  const [isMine, setMine] = useState(message.assignee?.id === user.id);
  const [isPublic, setPublic] = useState(message.public_text !== null);
  const [publicText, setPublicText] = useState(message.public_text ?? '');
  const [duplicateOf, setDuplicateOf] = useState<number | string>(message.duplicate_of ?? '');
  const [isSaved, setSaved] = useState(false);
  const { submit, isSending, errors } = useSending(async () => {
    const isDuplicate = typeof duplicateOf === 'number';
    const wasMine = message.assignee?.id === user.id;
    await change(
      changeMessage(message.id, {
        // A duplicate has the state of the other message.
        ...(isDuplicate ? {} : { state, reason }),
        ...(isMine === wasMine ? {} : { assignee_id: isMine ? user.id : null }),
        ...(isDuplicate ? {} : { public_text: isPublic ? publicText : null }),
        duplicate_of: isDuplicate ? duplicateOf : null,
      }),
    );
    setSaved(true);
  });
  const { fields } = errors;
  return (
    <form className={classes.part} onSubmit={submit} onChange={() => setSaved(false)} noValidate aria-labelledby="queue-decision">
      <SectionTitle id="queue-decision" level={3}>
        {t('queue.decision')}
      </SectionTitle>
      <NativeSelect
        label={t('queue.state')}
        value={state}
        data={FEEDBACK_STATES.map((value) => ({ value, label: t(`feedback:state.${value}`) }))}
        onChange={(event) => setState(FEEDBACK_STATES.find((one) => one === event.currentTarget.value) ?? state)}
      />
      <Textarea
        label={t('queue.reason')}
        description={t('queue.reason_hint')}
        autosize
        minRows={1}
        maxLength={MAX_REASON}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Checkbox label={t('queue.mine')} checked={isMine} onChange={(event) => setMine(event.currentTarget.checked)} />
      <Checkbox
        label={t('queue.publish')}
        description={t('queue.publish_hint')}
        checked={isPublic}
        onChange={(event) => setPublic(event.currentTarget.checked)}
      />
      {isPublic && (
        <Textarea
          label={t('queue.public_text')}
          autosize
          minRows={2}
          maxLength={MAX_PUBLIC}
          value={publicText}
          error={fields.public_text}
          onChange={(event) => setPublicText(event.currentTarget.value)}
        />
      )}
      <NumberInput
        label={t('queue.duplicate_of')}
        description={t('queue.duplicate_hint')}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        value={duplicateOf}
        error={fields.duplicate_of}
        onChange={(value) => {
          setSaved(false);
          setDuplicateOf(value);
        }}
      />
      {errors.form && (
        <Alert color="brick" role="alert">
          {errors.form}
        </Alert>
      )}
      <div className={classes.row}>
        <Button type="submit" loading={isSending}>
          {t('common:action.save')}
        </Button>
        <span className={classes.quiet} role="status">
          {isSaved && t('queue.saved')}
        </span>
      </div>
    </form>
  );
}
