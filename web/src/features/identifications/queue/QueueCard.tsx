import { IconEyeOff } from '@tabler/icons-react';
import { type IdentificationDraft, type QualityTopic, type TaxonSummary, type WaitingRecord } from '@veld/contract';
import { type ComponentType, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { identify, withdraw } from '../../../local/changes/identifications';
import { takeQuestionBack } from '../../../local/changes/validation';
import { review, vote } from '../../../local/changes/votes';
import { skipRecord, unskipRecord } from '../../../local/records/identifications/batch';
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
import { placeQuery } from '../../../shared/geo/map/place-query';
import { RecordsMap } from '../../../shared/records/RecordsMap';
import type { Undoable } from '../../../shared/records/UndoNotice';
import { currentDatabase, notifier, useLanguage } from '../../../shared/session/session';
import { taxonById } from '../../../shared/taxa/data';
import { useNamed, useNamedRecord, useNamedTaxon } from '../../../shared/taxa/names';
import { ScientificName } from '../../../ui/ScientificName';
import { useSwipe } from '../../../ui/swipe';
import { type RecordIdentifications, useIdentifications } from '../data';
import { GradeLine } from '../GradeLine';
import { IdentificationRow, ObserverRow } from '../IdentificationRow';
import { type Suggestion, SuggestName } from '../SuggestName';
import { Votes } from '../votes/Votes';
import { ActionBar, Key } from './ActionBar';
import { useSeeded } from './data';
import { isCoarser, namesSoFar, type QuickTaxon, useCardKeys, useQuickTaxa } from './use-keys';
import classes from './QueueCard.module.css';

interface Props {
  record: WaitingRecord;
  /** When the server sent it. */
  fetchedAt: number;
  isSkipped: boolean;
  /** Goes to the next record. */
  onNext: () => void;
  onDone: (act: Undoable) => void;
  onPrevious: (() => void) | undefined;
  /** Beside a list, whose keys are not those of the card. */
  isAside?: boolean;
  /** What people write about the record, and where the user writes. */
  talk?: ComponentType<{ record: WaitingRecord }> | undefined;
  lookAlikes?: ComponentType<{ record: WaitingRecord }> | undefined;
}

/** One record of the queue, with what can be done with it. Must have the record's id as its key. */
export function QueueCard({
  record: given,
  fetchedAt,
  isSkipped,
  onNext,
  onDone,
  onPrevious,
  isAside = false,
  talk: Talk,
  lookAlikes: LookAlikes,
}: Props) {
  useSeeded(given, fetchedAt);
  const t = useRecordTranslation('identifications');
  const record = useNamedRecord(given);
  const found = useIdentifications(record);
  const quick = useQuickTaxa(record, found);
  const actions = useActions(record, found, onDone);
  const [suggesting, setSuggesting] = useState<{ taxon: TaxonSummary | null } | null>(null);
  const [isAsking, setAsking] = useState(false);
  const active = found.list.filter((one) => !one.is_withdrawn);
  const lineages = [...(found.own ? [found.own] : []), ...active.map((one) => one.lineage)];
  const agreed = useNamedTaxon(namesSoFar(record, found)[0]?.taxon ?? null);
  const isHandled = found.mine !== null || isSkipped;
  const name = formatRecordName(record, t);

  const agree = (taxon: TaxonSummary) => {
    // Said already, when the user went back to the record.
    if (found.mine?.taxon.id === taxon.id) onNext();
    else void actions.agree(taxon);
  };
  const choose = (taxon: TaxonSummary) => {
    if (isCoarser(taxon.id, lineages)) setSuggesting({ taxon });
    else agree(taxon);
  };
  const on = {
    onAgree: () => agreed && agree(agreed),
    onSuggest: () => setSuggesting({ taxon: null }),
    onSkip: () => (isHandled ? onNext() : void actions.skip()),
    onReview: () => void actions.review(),
    onVoteDown: (topic: QualityTopic) => void actions.voteDown(topic),
    onAsk: () => setAsking(true),
  };
  useCardKeys({ ...on, onQuick: (at) => quick[at] && choose(quick[at].taxon) }, !isAside);
  const swipe = useSwipe({ onLeft: on.onSkip, onRight: onPrevious });
  const say = async (suggestion: Suggestion) => {
    const taxon = await taxonById(suggestion.taxon_id);
    await actions.say(suggestion, t('identifications:queue.said', { name: taxon?.name ?? '' }));
  };
  return (
    <>
      <article className={classes.card} data-aside={isAside || undefined}>
        <header className={classes.head}>
          <h2 dir="auto" className={classes.name}>
            {name}
          </h2>
          {record.taxon && record.taxon.scientific_name !== record.taxon.name && (
            <ScientificName className={classes.scientific} name={record.taxon.scientific_name} rank={record.taxon.rank} />
          )}
          <CardFacts record={record} isSkipped={isSkipped} />
        </header>
        <div className={classes.photos} data-several-photos={record.media.length > 1 || undefined} {...swipe}>
          <Gallery record={record} name={name} group={record.taxon?.group ?? 'other'} />
        </div>
        <div className={classes.words}>
          {record.notes && (
            <p dir="auto" className={classes.notes}>
              {record.notes}
            </p>
          )}
          <QuickTaxa taxa={quick} saidId={found.mine?.taxon.id ?? null} onChoose={choose} />
          {LookAlikes && <LookAlikes record={given} />}
          <Opinions record={record} found={found} />
          <CardMap record={record} />
          <Votes record={given} />
          {Talk && <Talk record={given} />}
          <p className={classes.open}>
            <Link to={`/observations/${record.id}`}>{t('identifications:queue.open')}</Link>
          </p>
        </div>
      </article>
      <ActionBar isAside={isAside} name={agreed} isHandled={isHandled} onPrevious={onPrevious} {...on} />
      {suggesting && (
        <SuggestName
          isQuick
          initial={suggesting.taxon}
          current={found.community ?? record.taxon}
          lineages={lineages}
          onSay={(suggestion) => void say(suggestion)}
          onClose={() => setSuggesting(null)}
        />
      )}
      {isAsking && <AskDialog recordId={record.id} onAsked={actions.asked} onClose={() => setAsking(false)} />}
    </>
  );
}

/** The grade, and what people say so far. */
function Opinions({ record, found }: { record: WaitingRecord; found: RecordIdentifications }) {
  const t = useRecordTranslation('identifications');
  const active = found.list.filter((one) => !one.is_withdrawn);
  return (
    <section aria-label={t('identifications:title')}>
      <GradeLine record={record} found={found} />
      <ul className={classes.opinions}>
        {record.taxon && <ObserverRow record={record} taxon={record.taxon} />}
        {active.map((one) => (
          <IdentificationRow key={one.id} one={one} />
        ))}
      </ul>
    </section>
  );
}

/** Who recorded it, when and where. */
function CardFacts({ record, isSkipped }: { record: WaitingRecord; isSkipped: boolean }) {
  const t = useRecordTranslation('identifications');
  const language = useLanguage();
  const observer = describeObserver(record, t);
  const when = formatWhen(record, language);
  const place = describeRecordPlace(record, language, t);
  const blurred = describeBlurring(record, t);
  const chips = listChips(record, t);
  return (
    <div className={classes.facts}>
      <p className={classes.line}>
        {observer.to ? (
          <Link dir="auto" to={observer.to}>
            {observer.name}
          </Link>
        ) : (
          <span dir="auto">{observer.name}</span>
        )}
        {when && <time dateTime={formatMachineTime(record)}>{when}</time>}
        {place && <span>{place}</span>}
        {blurred && (
          <span className={classes.blurred}>
            <IconEyeOff size={16} aria-hidden /> {blurred}
          </span>
        )}
        {chips.map((chip) => (
          <span key={chip}>{chip}</span>
        ))}
        {isSkipped && <strong>{t('identifications:queue.skipped')}</strong>}
      </p>
    </div>
  );
}

/** Where it was, as far as others know; nothing without a place. */
function CardMap({ record }: { record: WaitingRecord }) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const records = useMemo(() => [record], [record]);
  const { latitude, longitude } = record;
  if (latitude == null || longitude == null) return null;
  const place = describeRecordPlace(record, language, t) ?? '';
  const label = t(record.is_obscured ? 'observations:page.map_cell' : 'observations:page.map', { place });
  return <RecordsMap records={records} label={label} to={`/map?whose=everyone&${placeQuery({ latitude, longitude })}`} />;
}

interface QuickTaxaProps {
  taxa: readonly QuickTaxon[];
  /** What the user has said already. */
  saidId: number | null;
  onChoose: (taxon: TaxonSummary) => void;
}

/** Names to identify a record with by one tap, or one key. None is chosen before. */
function QuickTaxa({ taxa, saidId, onChoose }: QuickTaxaProps) {
  const { t } = useTranslation('identifications');
  const id = useId();
  const named = useNamed(taxa);
  if (taxa.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {t('queue.names')}
      </h3>
      <ol className={classes.list}>
        {named.map(({ taxon, from }, at) => (
          <li key={taxon.id}>
            <button
              type="button"
              className={classes.quickTaxaName}
              aria-keyshortcuts={String(at + 1)}
              aria-pressed={taxon.id === saidId}
              onClick={() => onChoose(taxon)}
            >
              <Key>{String(at + 1)}</Key>
              <span className={classes.quickTaxaWords}>
                <span className={classes.vernacular}>{taxon.name}</span>
                {taxon.name !== taxon.scientific_name && (
                  <ScientificName className={classes.quickTaxaScientific} name={taxon.scientific_name} rank={taxon.rank} />
                )}
              </span>
              <span className={classes.from}>{from === 'observer' ? t('mark.observer') : t(`queue.from.${from}`)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What can be done with a record of the queue. Each is stored on the device at once; `onDone` gets what takes it back. */
function useActions({ id: recordId }: WaitingRecord, found: RecordIdentifications, onDone: (act: Undoable) => void) {
  const t = useRecordTranslation('identifications');
  const database = currentDatabase();
  // A second tap comes before the next record is shown.
  const isBusy = useRef(false);
  const attempt = async (work: () => Promise<Undoable>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      onDone(await work());
    } catch (error) {
      notifier.show('negative', t('observations:outbox.failed'), { cause: error });
    } finally {
      isBusy.current = false;
    }
  };
  const complain = (error: unknown) => notifier.show('negative', t('observations:outbox.failed'), { cause: error });

  const say = (draft: IdentificationDraft, text: string) =>
    attempt(async () => {
      const { mine, minesOnServer } = found;
      const id = await identify(database, recordId, draft);
      const undo = () =>
        mine
          ? identify(database, recordId, { taxon_id: mine.taxon.id, disagrees: mine.disagrees, comment: mine.comment })
          : withdraw(database, recordId, { id, former: minesOnServer });
      return { id, text, undo: () => void undo().catch(complain) };
    });
  return {
    say,
    agree: ({ id, name }: TaxonSummary) => say({ taxon_id: id, disagrees: false, comment: '' }, t('identifications:queue.said', { name })),
    skip: () =>
      attempt(async () => {
        await skipRecord(database, recordId);
        const undo = () => void unskipRecord(database, recordId).catch(complain);
        return { id: `${recordId} ${Date.now()}`, text: t('identifications:queue.skipped'), undo };
      }),
    review: () =>
      attempt(async () => {
        await review(database, recordId, true);
        const undo = () => void review(database, recordId, false).catch(complain);
        return { id: `${recordId} ${Date.now()}`, text: t('identifications:queue.reviewed'), undo };
      }),
    asked: (id: string) =>
      onDone({ id, text: t('identifications:ask.asked'), undo: () => void takeQuestionBack(database, recordId, id).catch(complain) }),
    voteDown: (topic: QualityTopic) =>
      attempt(async () => {
        await vote(database, recordId, { topic, value: '', agrees: false, reason: '' });
        const undo = () => void vote(database, recordId, { topic, value: '', agrees: null, reason: '' }).catch(complain);
        return { id: `${recordId} ${Date.now()}`, text: t(`identifications:votes.no.${topic}`), undo };
      }),
  };
}
