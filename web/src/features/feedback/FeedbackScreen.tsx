import { Button } from '@mantine/core';
import { IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react';
import type { PublicIdea } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ago, number } from '../../i18n/format';
import { LoadFailure } from '../../shared/records/lists/ListParts';
import { useFormErrorText } from '../../shared/session/form';
import { notifier, useLanguage, useMaybeUser } from '../../shared/session/session';
import { PageHeader } from '../../ui/PageHeader';
import { SectionTitle } from '../../ui/SectionTitle';
import { SentEntry, SentList } from '../../ui/SentEntry';
import { ReportList } from '../reports/ReportList';
import { type FeedbackEntry, MOST_A_DAY, retryFeedback, useFeedback, useIdeas, useReply, useVote } from './data';
import { FeedbackForm } from './FeedbackForm';
import { ReplyForm } from './ReplyForm';
import classes from './feedback.module.css';

export default function FeedbackScreen() {
  return useMaybeUser() ? <FeedbackPage /> : null;
}

/** Sends feedback, and shows what became of it and what others ask for. */
function FeedbackPage() {
  const { t } = useTranslation(['feedback', 'common']);
  const { sentToday, ...sent } = useFeedback();
  return (
    <>
      <PageHeader title={t('common:screens.feedback')} lead={t('lead')} />
      <div className={classes.columns}>
        <FeedbackForm isFull={sentToday >= MOST_A_DAY} />
        <div>
          <OwnMessages {...sent} />
          <Ideas />
          <ReportList />
        </div>
      </div>
    </>
  );
}

/** What others ask for, with votes; nothing as long as nothing is published. */
function Ideas() {
  const { t } = useTranslation('feedback');
  const ideas = useIdeas();
  if (!ideas || ideas.length === 0) return null;
  return (
    <section aria-labelledby="feedback-ideas">
      <SectionTitle id="feedback-ideas">{t('ideas.title')}</SectionTitle>
      <p className={classes.quiet}>{t('ideas.hint')}</p>
      <SentList>
        {ideas.map((idea) => (
          <Idea key={idea.id} idea={idea} />
        ))}
      </SentList>
    </section>
  );
}

function Idea({ idea }: { idea: PublicIdea }) {
  const { t } = useTranslation('feedback');
  const language = useLanguage();
  const vote = useVote();
  const errorOf = useFormErrorText();
  const [isBusy, setBusy] = useState(false);
  const toggle = () => {
    setBusy(true);
    vote(idea)
      .catch((error: unknown) => notifier.show('warning', errorOf(error)))
      .finally(() => setBusy(false));
  };
  const isOpen = idea.state === 'received' || idea.state === 'planned';
  const Icon = idea.has_voted ? IconThumbUpFilled : IconThumbUp;
  return (
    <li className={classes.idea}>
      <div className={classes.ideaWords}>
        <p dir="auto" className={classes.reply}>
          {idea.text}
        </p>
        <span className={classes.quiet}>
          #{idea.ticket} · {t(`state.${idea.state}`)}
          {idea.reason && ` · ${idea.reason}`}
        </span>
      </div>
      <Button
        variant={idea.has_voted ? 'light' : 'default'}
        leftSection={<Icon size={20} aria-hidden />}
        aria-pressed={idea.has_voted}
        aria-label={t('ideas.vote', { number: number(idea.votes, language), text: idea.text.slice(0, 80) })}
        disabled={!isOpen}
        loading={isBusy}
        onClick={toggle}
      >
        {number(idea.votes, language)}
      </Button>
    </li>
  );
}

interface Props {
  entries: FeedbackEntry[] | undefined;
  error: Error | null;
  retry: () => void;
}

/** The user's messages, with their state and the replies. */
function OwnMessages({ entries, error, retry }: Props) {
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
