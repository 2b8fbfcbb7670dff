import type { TaxonSummary, WaitingRecord } from '@veld/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { ScientificName } from '../../../ui/ScientificName';
import { Gallery } from '../../../shared/records/photos/Gallery';
import { formatRecordName } from '../../../shared/records/record-labels';
import type { Undoable } from '../../../shared/records/UndoNotice';
import { useRecordTranslation } from '../../../shared/records/use-record-translation';
import { useNamedRecord, useNamedTaxon } from '../../../shared/taxa/names';
import { taxonById } from '../../../shared/taxa/data';
import { type RecordIdentifications, useIdentifications } from '../data';
import { GradeLine } from '../GradeLine';
import { IdentificationRow, ObserverRow } from '../IdentificationRow';
import { SuggestName, type Suggestion } from '../SuggestName';
import { ActionBar } from './ActionBar';
import { useSeeded } from './data';
import { CardFacts } from './CardFacts';
import { isCoarser, namesSoFar, useQuickTaxa } from './quick-taxa';
import { QuickTaxa } from './QuickTaxa';
import { useSwipe } from '../../../ui/swipe';
import { useActions } from './use-actions';
import { useCardKeys } from './use-keys';
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
}

/** One record of the queue, with what can be done with it. Must have the record's id as its key. */
export function QueueCard({ record: given, fetchedAt, isSkipped, onNext, onDone, onPrevious }: Props) {
  useSeeded(given, fetchedAt);
  const t = useRecordTranslation('identifications');
  const record = useNamedRecord(given);
  const found = useIdentifications(record);
  const quick = useQuickTaxa(record, found);
  const actions = useActions(record.id, found, onDone);
  const [suggesting, setSuggesting] = useState<{ taxon: TaxonSummary | null } | null>(null);
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
  };
  useCardKeys({ ...on, onQuick: (at) => quick[at] && choose(quick[at].taxon) });
  const swipe = useSwipe({ onLeft: on.onSkip, onRight: onPrevious });
  const say = async (suggestion: Suggestion) => {
    const taxon = await taxonById(suggestion.taxon_id);
    await actions.say(suggestion, t('identifications:queue.said', { name: taxon?.name ?? '' }));
  };
  return (
    <>
      <article className={classes.card}>
        <div className={classes.photos} data-several-photos={record.media.length > 1 || undefined} {...swipe}>
          <Gallery record={record} name={name} group={record.taxon?.group ?? 'other'} />
        </div>
        <div className={classes.words}>
          <header>
            <h2 dir="auto" className={classes.name}>
              {name}
            </h2>
            {record.taxon && record.taxon.scientific_name !== record.taxon.name && (
              <ScientificName className={classes.scientific} name={record.taxon.scientific_name} rank={record.taxon.rank} />
            )}
            <CardFacts record={record} isSkipped={isSkipped} />
          </header>
          <QuickTaxa taxa={quick} saidId={found.mine?.taxon.id ?? null} onChoose={choose} />
          <Opinions record={record} found={found} />
          <p className={classes.open}>
            <Link to={`/observations/${record.id}`}>{t('identifications:queue.open')}</Link>
          </p>
        </div>
      </article>
      <ActionBar name={agreed} isHandled={isHandled} onPrevious={onPrevious} {...on} />
      {suggesting && (
        <SuggestName
          initial={suggesting.taxon}
          current={found.community ?? record.taxon}
          lineages={lineages}
          onSay={(suggestion) => void say(suggestion)}
          onClose={() => setSuggesting(null)}
        />
      )}
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
