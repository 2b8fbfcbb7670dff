import { useTranslation } from 'react-i18next';
import { ago } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { type FeedbackEntry, useReply } from '../data';
import classes from '../feedback.module.css';
import { ReplyForm } from '../ReplyForm';

/** The replies to a message, and a field to answer them. */
export function Conversation({ feedback }: { feedback: FeedbackEntry }) {
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
