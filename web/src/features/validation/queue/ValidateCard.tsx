import type { Decision, RecordToValidate } from '@veld/contract';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { IconAlertTriangle, IconMessageReply } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { decide, takeQuestionBack } from '../../../local/changes/validation';
import { AskDialog } from '../../../shared/records/ask/AskDialog';
import { Gallery } from '../../../shared/records/photos/Gallery';
import {
  describeBlurring,
  describeObserver,
  describeRecordPlace,
  formatMachineTime,
  formatRecordName,
  formatWhen,
  listChips,
  useRecordTranslation,
} from '../../../shared/records/record-labels';
import type { Undoable } from '../../../shared/records/UndoNotice';
import { currentDatabase, notifier, useLanguage } from '../../../shared/session/session';
import { useNamedRecord } from '../../../shared/taxa/names';
import { ScientificName } from '../../../ui/ScientificName';
import { useSwipe } from '../../../ui/swipe';
import { useIdentifications } from '../../identifications/data';
import { GradeLine } from '../../identifications/GradeLine';
import { DecideDialog } from '../DecideDialog';
import { acceptedState } from './data';
import { DecisionBar } from './DecisionBar';
import { number } from '../../../i18n/format';
import classes from './queue.module.css';

interface Props {
  record: RecordToValidate;
  onNext: () => void;
  onDone: (act: Undoable) => void;
  onPrevious: (() => void) | undefined;
}

/** One record of the queue: what is to be checked, what is known, and what can be decided. Must have the record's id as its key. */
export function ValidateCard({ record: given, onNext, onDone, onPrevious }: Props) {
  const t = useRecordTranslation('validation', 'notifications', 'identifications');
  const record = useNamedRecord(given);
  const found = useIdentifications(record);
  const [dialog, setDialog] = useState<'ask' | 'reject' | null>(null);
  // While a decision is being stored, this record is still shown: another key is not meant for it.
  const isDeciding = useRef(false);
  const name = formatRecordName(record, t);
  const { id, basis } = given;
  const say = async (state: Decision, reason = '') => {
    if (isDeciding.current) return;
    isDeciding.current = true;
    setDialog(null);
    try {
      const database = currentDatabase();
      const decision = await decide(database, id, { state, reason, basis });
      const undo = () => void decide(database, id, { state: 'unverified', reason: '', basis });
      onDone({ id: decision, text: t('validation:queue.said', { name, state: t(`notifications:validation.${state}`) }), undo });
    } catch (error) {
      isDeciding.current = false;
      notifier.show('negative', t('observations:outbox.failed'), { cause: error });
    }
  };
  const asked = (question: string) => {
    const undo = () => void takeQuestionBack(currentDatabase(), id, question);
    onDone({ id: question, text: t('validation:queue.asked', { name }), undo });
  };
  const open = (next: 'ask' | 'reject') => isDeciding.current || setDialog(next);
  const swipe = useSwipe({ onLeft: onNext, onRight: onPrevious });
  return (
    <>
      <article className={classes.card}>
        <header className={classes.head}>
          <h2 dir="auto" className={classes.name}>
            {name}
          </h2>
          {record.taxon && record.taxon.scientific_name !== record.taxon.name && (
            <ScientificName name={record.taxon.scientific_name} rank={record.taxon.rank} />
          )}
          <Findings record={given} />
        </header>
        {record.media.length > 0 && (
          <div className={classes.photos} data-several-photos={record.media.length > 1 || undefined} {...swipe}>
            <Gallery record={record} name={name} group={record.taxon?.group ?? 'other'} />
          </div>
        )}
        <div className={classes.words}>
          <Facts record={record} />
          <GradeLine record={record} found={found} />
          <p>
            <Link to={`/observations/${id}#validation`}>{t('validation:queue.open')}</Link>
          </p>
        </div>
      </article>
      <DecisionBar
        onAccept={() => void say(acceptedState(given))}
        onPlausible={() => void say('plausible')}
        onAsk={() => open('ask')}
        onReject={() => open('reject')}
        onSkip={() => isDeciding.current || onNext()}
        onPrevious={onPrevious}
      />
      {dialog === 'ask' && <AskDialog recordId={id} asValidator onAsked={asked} onClose={() => setDialog(null)} />}
      {dialog === 'reject' && (
        <DecideDialog initial="incorrect" onDecide={({ state, reason }) => void say(state, reason)} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

/** Who recorded it, when and where, how many, and what they noted. */
function Facts({ record }: { record: RecordToValidate }) {
  const t = useRecordTranslation('identifications');
  const language = useLanguage();
  const observer = describeObserver(record, t);
  const when = formatWhen(record, language);
  const place = describeRecordPlace(record, language, t);
  const blurred = describeBlurring(record, t);
  const chips = listChips(record, t);
  return (
    <div className={classes.facts}>
      <p>
        {observer.to ? (
          <Link dir="auto" to={observer.to}>
            {observer.name}
          </Link>
        ) : (
          <bdi dir="auto">{observer.name}</bdi>
        )}
        {when && (
          <>
            {' · '}
            <time dateTime={formatMachineTime(record)}>{when}</time>
          </>
        )}
      </p>
      {place && <p>{place}</p>}
      {blurred && <p>{blurred}</p>}
      {chips.length > 0 && <p className={classes.chips}>{chips.join(' · ')}</p>}
      {record.notes && <p dir="auto">{record.notes}</p>}
    </div>
  );
}

/** What the server found about a record, before anything else of it. */
function Findings({ record: { findings, is_answered: isAnswered } }: { record: RecordToValidate }) {
  const { t } = useTranslation('validation');
  const language = useLanguage();
  if (findings.length === 0 && !isAnswered) return <p className={classes.fine}>{t('finding.none')}</p>;
  return (
    <ul className={classes.findings} aria-label={t('finding.title')}>
      {isAnswered && (
        <li className={classes.answered}>
          <IconMessageReply size={20} aria-hidden /> {t('finding.answered')}
        </li>
      )}
      {findings.map(({ kind, number: value, note }, at) => (
        <li key={`${kind} ${at}`}>
          <IconAlertTriangle size={20} aria-hidden />
          <span>
            {t(`finding.${kind}`, { number: value === null ? '' : number(value, language) })}
            {note !== '' && <span dir="auto"> {note}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
