import { Button } from '@mantine/core';
import type { AskedQuestion, Decision, LoggedDecision, RecordValidation, ValidationState } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconMessageQuestion, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { ago } from '../../i18n/format';
import { decide, takeQuestionBack } from '../../local/changes/validation';
import { AskDialog } from '../../shared/records/ask/AskDialog';
import { type AnyObservation, isOwn } from '../../shared/records/record-labels';
import { currentDatabase, notifier, useLanguage, useUser } from '../../shared/session/session';
import { SectionTitle } from '../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { canBeIdentified } from '../identifications/data';
import { AnswerButtons } from './AnswerButtons';
import { useValidation } from './data';
import { DecideDialog } from './DecideDialog';
import { useWords } from './use-words';
import { StatusChip, type StatusChipProps } from '../../ui/StatusChip';
import classes from './validation.module.css';

/** What validators say of a record beside the community, who said it and why, and what the observer was asked. */
export function ValidationSection({ record }: { record: AnyObservation }) {
  return canBeIdentified(record) && (!isOwn(record) || record.version > 0) ? <Section record={record} /> : null;
}

function Section({ record }: { record: AnyObservation }) {
  const { t } = useTranslation(['validation', 'notifications', 'observations']);
  const { shown, isUnreachable, isRefused } = useValidation(record);
  const [dialog, setDialog] = useState<'ask' | 'decide' | null>(null);
  const attempt = (work: Promise<unknown>) =>
    work.catch((error: unknown) => notifier.show('negative', t('observations:outbox.failed'), { cause: error }));
  const close = () => setDialog(null);
  const basis = shown?.basis ?? null;
  const say = (decision: { state: Decision; reason: string }) => {
    close();
    if (basis !== null) void attempt(decide(currentDatabase(), record.id, { ...decision, basis }));
  };
  return (
    <section className={classes.section}>
      <SectionTitle>{t('title')}</SectionTitle>
      {isUnreachable && <p className={classes.quiet}>{t('unreachable')}</p>}
      {!shown && !isUnreachable && <TaxonRowSkeletons count={1} label={t('notifications:loading')} />}
      {shown && <State shown={shown} />}
      {isRefused && (
        <p className={classes.refused}>
          {t('refused')} <Link to="/outbox">{t('to_outbox')}</Link>
        </p>
      )}
      {shown && shown.questions.length > 0 && (
        <ul className={classes.list}>
          {shown.questions.map((one) => (
            <Asked
              key={one.id}
              one={one}
              record={record}
              onTakeBack={() => void attempt(takeQuestionBack(currentDatabase(), record.id, one.id))}
            />
          ))}
        </ul>
      )}
      {shown && !isOwn(record) && (
        <div className={classes.buttons}>
          {basis !== null && <Button onClick={() => setDialog('decide')}>{t('decide.title')}</Button>}
          <Button variant="default" onClick={() => setDialog('ask')}>
            {t('ask.title')}
          </Button>
          {basis !== null && (
            <Button component={Link} to="/validate" variant="default">
              {t('to_queue')}
            </Button>
          )}
        </div>
      )}
      {dialog === 'ask' && <AskDialog recordId={record.id} asValidator={basis !== null} onClose={close} />}
      {dialog === 'decide' && (
        <DecideDialog initial={record.media.length > 0 ? 'accepted_by_evidence' : 'accepted'} onDecide={say} onClose={close} />
      )}
    </section>
  );
}

/** What stands, with its reason, and what was decided before. */
function State({ shown: { state, is_reopened: isReopened, decisions } }: { shown: RecordValidation }) {
  const { t } = useTranslation('validation');
  const standing = decisions.findIndex((one) => one.state === state && !one.is_undone);
  const now = state === 'unverified' || state === 'asked' ? undefined : decisions[standing];
  const former = decisions.filter((one) => one !== now);
  return (
    <>
      <div className={classes.state}>
        <StateChip state={state} />
        {now && <Who one={now} />}
      </div>
      {now && now.reason !== '' && <p dir="auto">{now.reason}</p>}
      <p className={classes.quiet}>{t(isReopened ? 'reopened' : `about.${state}`)}</p>
      {former.length > 0 && (
        <details className={classes.log}>
          <summary>{t('earlier', { count: former.length })}</summary>
          <ul className={classes.list}>
            {former.map((one) => (
              <Logged key={one.id} one={one} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Logged({ one }: { one: LoggedDecision }) {
  const { t } = useTranslation(['validation', 'notifications']);
  return (
    <li>
      <p>{t(`notifications:validation.${one.state}`)}</p>
      {one.reason !== '' && <p dir="auto">{one.reason}</p>}
      <div className={classes.facts}>
        <Who one={one} />
        {one.is_undone && <span>{t('undone')}</span>}
      </div>
    </li>
  );
}

/** Who decided, and when. */
function Who({ one: { user, is_automatic: isAutomatic, created_at: at } }: { one: LoggedDecision }) {
  const { t } = useTranslation('validation');
  const language = useLanguage();
  return (
    <span className={classes.facts}>
      <bdi>{isAutomatic ? t('automatic') : (user?.name ?? t('somebody'))}</bdi>
      {at !== null && <time dateTime={at}>{ago(at, language)}</time>}
    </span>
  );
}

/** A question with its answer, or what answers it. */
function Asked({ one, record, onTakeBack }: { one: AskedQuestion; record: AnyObservation; onTakeBack: () => void }) {
  const { t } = useTranslation(['validation', 'notifications']);
  const language = useLanguage();
  const { sayQuestion, sayAnswer } = useWords();
  const me = useUser();
  const [isChanging, setChanging] = useState(false);
  const { answer } = one;
  const own = isOwn(record);
  return (
    <li>
      <p dir="auto">{sayQuestion(one)}</p>
      <div className={classes.facts}>
        <bdi>{one.user?.name ?? t('somebody')}</bdi>
        {one.created_at !== null && <time dateTime={one.created_at}>{ago(one.created_at, language)}</time>}
        {!answer && one.user?.id === me.id && (
          <Button variant="subtle" size="compact-md" onClick={onTakeBack}>
            {t('ask.take_back')}
          </Button>
        )}
      </div>
      {answer && !isChanging && (
        <div className={classes.facts}>
          <strong dir="auto">{sayAnswer(answer)}</strong>
          {own && (
            <Button variant="subtle" size="compact-md" onClick={() => setChanging(true)}>
              {t('answer.change')}
            </Button>
          )}
        </div>
      )}
      {own && (!answer || isChanging) && <AnswerButtons key={answer?.answered_at ?? ''} recordId={record.id} question={one} />}
      {!own && !answer && <p className={classes.quiet}>{t('answer.waiting')}</p>}
    </li>
  );
}

const LOOKS: Record<ValidationState, { tone: StatusChipProps['tone']; Icon: typeof IconCircleCheck }> = {
  unverified: { tone: 'quiet', Icon: IconCircleDashed },
  plausible: { tone: 'quiet', Icon: IconCircleCheck },
  accepted: { tone: 'safe', Icon: IconRosetteDiscountCheck },
  accepted_by_evidence: { tone: 'safe', Icon: IconRosetteDiscountCheck },
  asked: { tone: 'care', Icon: IconMessageQuestion },
  unable: { tone: 'care', Icon: IconCircleX },
  incorrect: { tone: 'trouble', Icon: IconCircleX },
};

/** What validators say of a record, in words. */
function StateChip({ state }: { state: ValidationState }) {
  const { t } = useTranslation('notifications');
  const { tone, Icon } = LOOKS[state];
  return <StatusChip tone={tone} icon={<Icon size={18} aria-hidden />} label={t(`validation.${state}`)} />;
}
