import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import {
  type AnnotationTopic,
  isVotedDown,
  listAnnotations,
  MAX_VOTE_REASON,
  QUALITY_TOPICS,
  type QualityTopic,
  type VoteCount,
  type VoteTopic,
} from '@veld/contract';
import { type FormEvent, useState } from 'react';
import { number } from '../../../i18n/format';
import { vote } from '../../../local/changes/votes';
import { groupChoiceLabel } from '../../../shared/records/group-labels';
import {
  type AnyObservation,
  choiceLabel,
  isOwn,
  type RecordTranslator,
  useRecordTranslation,
} from '../../../shared/records/record-labels';
import { currentDatabase, notifier, useLanguage } from '../../../shared/session/session';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useVotes } from './data';
import classes from './Votes.module.css';

const NOBODY = { yes: 0, no: 0, own: null, reasons: [] };

/** What people say about a record beside its name, and what the user says. What the observer said stands beside it, and stays. */
export function Votes({ record }: { record: AnyObservation }) {
  const t = useRecordTranslation('identifications');
  const found = useVotes(record.id, !isOwn(record) || record.version > 0);
  const say = useVoting(record.id);
  const of = (topic: VoteTopic, value = ''): VoteCount =>
    found.votes.find((one) => one.topic === topic && one.value === value) ?? { topic, value, ...NOBODY };
  return (
    <section className={classes.section}>
      <SectionTitle>{t('identifications:votes.title')}</SectionTitle>
      {found.isUnreachable && <p className={classes.quiet}>{t('identifications:votes.unreachable')}</p>}
      <ul className={classes.list}>
        {QUALITY_TOPICS.map((topic) => (
          <QualityRow key={topic} count={of(topic)} topic={topic} onSay={say} />
        ))}
      </ul>
      {listAnnotations(record.taxon?.group ?? null).map(({ topic, values }) => (
        <Annotation
          key={topic}
          topic={topic}
          values={values}
          counts={found.votes.filter((one) => one.topic === topic)}
          observer={saidByObserver(record, topic)}
          onSay={say}
        />
      ))}
    </section>
  );
}

type Say = (topic: VoteTopic, value: string, agrees: boolean | null, reason?: string) => void;

/** Stores a vote on the device at once; it is sent later. */
function useVoting(recordId: string): Say {
  const t = useRecordTranslation('identifications');
  return (topic, value, agrees, reason = '') =>
    void vote(currentDatabase(), recordId, { topic, value, agrees, reason }).catch((error: unknown) =>
      notifier.show('negative', t('observations:outbox.failed'), { cause: error }),
    );
}

function QualityRow({ count, topic, onSay }: { count: VoteCount; topic: QualityTopic; onSay: Say }) {
  const t = useRecordTranslation('identifications');
  return (
    <li className={classes.row}>
      <span className={classes.label}>
        {t(isVotedDown(count) ? `identifications:votes.no.${topic}` : `identifications:votes.yes.${topic}`)}
      </span>
      <Thumbs
        count={count}
        yes={t(`identifications:votes.yes.${topic}`)}
        no={t(`identifications:votes.no.${topic}`)}
        onSay={(agrees) => onSay(topic, '', agrees)}
      />
      {count.reasons.map(({ user, text }) => (
        <p key={user.id} dir="auto" className={classes.reason}>
          {user.name}: {text}
        </p>
      ))}
      {count.own === false && <Why onSay={(reason) => onSay(topic, '', false, reason)} />}
    </li>
  );
}

/** Why the user says that something is wrong. */
function Why({ onSay }: { onSay: (reason: string) => void }) {
  const t = useRecordTranslation('identifications');
  const [reason, setReason] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return;
    onSay(reason.trim());
    setReason('');
  };
  return (
    <form className={classes.why} onSubmit={save}>
      <TextInput
        aria-label={t('identifications:votes.why')}
        placeholder={t('identifications:votes.why')}
        value={reason}
        maxLength={MAX_VOTE_REASON}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={reason.trim() === ''}>
        {t('common:action.save')}
      </Button>
    </form>
  );
}

/** Agrees and disagrees, with how many do; a second tap takes the vote back. */
function Thumbs({ count, yes, no, onSay }: { count: VoteCount; yes: string; no: string; onSay: (agrees: boolean | null) => void }) {
  const language = useLanguage();
  const thumb = (agrees: boolean) => {
    const [label, people, Icon] = agrees ? [yes, count.yes, IconThumbUp] : [no, count.no, IconThumbDown];
    const isChosen = count.own === agrees;
    return (
      <ActionIcon
        className={classes.thumb}
        variant={isChosen ? 'filled' : 'default'}
        aria-pressed={isChosen}
        aria-label={people > 0 ? `${label} (${number(people, language)})` : label}
        title={label}
        onClick={() => onSay(isChosen ? null : agrees)}
      >
        <Icon size={18} aria-hidden />
        {people > 0 && <span aria-hidden>{number(people, language)}</span>}
      </ActionIcon>
    );
  };
  return (
    <span className={classes.thumbs}>
      {thumb(true)}
      {thumb(false)}
    </span>
  );
}

interface AnnotationProps {
  topic: AnnotationTopic;
  values: readonly string[];
  counts: readonly VoteCount[];
  /** What the observer said. */
  observer: string | null;
  onSay: Say;
}

function Annotation({ topic, values, counts, observer, onSay }: AnnotationProps) {
  const t = useRecordTranslation('identifications');
  const label = topicLabel(topic, t);
  const rest = values.filter((value) => !counts.some((one) => one.value === value));
  return (
    <div className={classes.annotation}>
      {observer !== null && (
        <p className={classes.observer}>{t('identifications:votes.observer', { field: label, value: valueLabelOf(topic, observer, t) })}</p>
      )}
      {counts.length > 0 && (
        <ul className={classes.list} aria-label={label}>
          {counts.map((count) => {
            const value = valueLabelOf(topic, count.value, t);
            return (
              <li key={count.value} className={classes.row}>
                <span className={classes.label}>
                  {label}: {value}
                </span>
                <Thumbs
                  count={count}
                  yes={value}
                  no={t('identifications:votes.not', { value })}
                  onSay={(agrees) => onSay(topic, count.value, agrees)}
                />
              </li>
            );
          })}
        </ul>
      )}
      <NativeSelect
        aria-label={t('identifications:votes.add', { field: label })}
        value=""
        onChange={(event) => onSay(topic, event.currentTarget.value, true)}
        data={[
          { value: '', label: t('identifications:votes.add', { field: label }) },
          ...rest.map((value) => ({ value, label: valueLabelOf(topic, value, t) })),
        ]}
      />
    </div>
  );
}

function topicLabel(topic: AnnotationTopic, t: RecordTranslator): string {
  if (topic === 'life_stage' || topic === 'sex') return t(`observations:field.${topic}`);
  return t(`observations:attribute.${topic === 'phenology' ? 'phenology' : 'evidence'}`);
}

function valueLabelOf(topic: AnnotationTopic, value: string, t: RecordTranslator): string {
  if (topic === 'life_stage' || topic === 'sex') return choiceLabel(topic, value, t);
  return groupChoiceLabel(topic === 'phenology' ? 'phenology' : 'evidence', value, t);
}

function saidByObserver(record: AnyObservation, topic: AnnotationTopic): string | null {
  const attributes: Readonly<Record<string, unknown>> = record.attributes ?? {};
  const said = {
    life_stage: record.life_stage,
    sex: record.sex,
    phenology: attributes.phenology,
    evidence_of: attributes.evidence,
  }[topic];
  return typeof said === 'string' ? said : null;
}
