import { useTranslation } from 'react-i18next';
import { ago } from '../../../i18n/format';
import { LoadFailure } from '../../../shared/records/lists/LoadFailure';
import { useLanguage } from '../../../shared/session/session';
import { SectionTitle } from '../../../ui/SectionTitle';
import { SentEntry, SentList } from '../../../ui/SentEntry';
import { type FeedbackEntry, retryFeedback, useReply } from '../data';
import { ReplyForm } from '../ReplyForm';
import classes from '../feedback.module.css';

interface Props {
  entries: FeedbackEntry[] | undefined;
  error: Error | null;
  retry: () => void;
}

/** The user's messages, with their state and the replies. */
export function OwnMessages({ entries, error, retry }: Props) {
  const { t } = useTranslation(['feedback', 'common']);
  return (
    <section aria-labelledby="feedback-sent">
      <SectionTitle id="feedback-sent">{t('sent_messages')}</SectionTitle>
      {error &&
        (entries?.length ? (
          <p className={classes.quiet}>{t('common:network.could_not_refresh')}</p>
        ) : (
          <LoadFailure error={error} onRetry={retry} />
        ))}
      {!error && entries?.length === 0 && <p className={classes.quiet}>{t('empty')}</p>}
      {entries && entries.length > 0 && (
        <SentList>
          {entries.map((one) => (
            <Entry key={one.id} one={one} />
          ))}
        </SentList>
      )}
    </section>
  );
}

function Entry({ one }: { one: FeedbackEntry }) {
  const { t } = useTranslation('feedback');
  const language = useLanguage();
  const { item_id } = one;
  const kind = t(`kind.${one.kind}`);
  return (
    <SentEntry
      title={one.ticket === null ? kind : `#${one.ticket} · ${kind}`}
      state={one.state}
      stateLabel={t(`state.${one.state}`)}
      text={one.text}
      at={one.created_at}
      when={[ago(one.created_at, language), ...(one.has_screenshot ? [t('screenshot.sent')] : [])].join(' · ')}
      onRetry={one.state === 'rejected' && item_id ? () => void retryFeedback(item_id) : undefined}
    >
      {one.reason && <p className={classes.reason}>{one.reason}</p>}
      {item_id === null && <Conversation feedback={one} />}
    </SentEntry>
  );
}

/** The replies to a message, and a field to answer them. */
function Conversation({ feedback }: { feedback: FeedbackEntry }) {
  const { t } = useTranslation('feedback');
  const language = useLanguage();
  const reply = useReply(feedback.id);
  if (feedback.replies.length === 0) return null;
  return (
    <>
      <ul className={classes.replies}>
        {feedback.replies.map(({ id, text, is_team, at }) => (
          <li key={id}>
            <span className={classes.quiet}>
              {t(is_team ? 'reply.team' : 'reply.you')} · <time dateTime={at}>{ago(at, language)}</time>
            </span>
            <p dir="auto" className={classes.reply}>
              {text}
            </p>
          </li>
        ))}
      </ul>
      <ReplyForm send={reply} texts={{ label: t('reply.label'), send: t('reply.send') }} />
    </>
  );
}
