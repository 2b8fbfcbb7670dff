import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ago } from '../../../i18n/format';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useLanguage } from '../../../shared/session/session';
import { PARTS, partText } from '../../feedback/diagnostics/collect';
import { ReplyForm } from '../../feedback/ReplyForm';
import classes from '../admin.module.css';
import { useAdminChange } from '../data';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { type FeedbackDetails, sendReply, useQueued, useScreenshotUrl } from './data';
import { DecisionForm } from './DecisionForm';

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
