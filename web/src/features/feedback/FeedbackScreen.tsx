import { Button } from '@mantine/core';
import { IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react';
import type { PublicIdea } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { useFormErrorText } from '../../shared/session/form';
import { notifier, useLanguage, useMaybeUser } from '../../shared/session/session';
import { PageHeader } from '../../ui/PageHeader';
import { SectionTitle } from '../../ui/SectionTitle';
import { SentList } from '../../ui/SentEntry';
import { ReportList } from '../reports/ReportList';
import { MOST_A_DAY, useFeedback, useIdeas, useVote } from './data';
import { FeedbackForm } from './FeedbackForm';
import { OwnMessages } from './sent/OwnMessages';
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
