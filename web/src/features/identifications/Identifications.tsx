import { Button } from '@mantine/core';
import type { TaxonSummary } from '@veld/contract';
import { type ComponentType, useState } from 'react';
import { Link } from 'react-router';
import { identify, withdraw } from '../../local/changes/identifications';
import { SectionTitle } from '../../ui/SectionTitle';
import { currentDatabase, notifier } from '../../shared/session/session';
import { type AnyObservation, isOwn, useRecordTranslation } from '../../shared/records/record-labels';
import { type Undoable, UndoNotice } from '../../shared/records/UndoNotice';
import { canBeIdentified, type RecordIdentifications, useIdentifications } from './data';
import { GradeLine } from './GradeLine';
import { IdentificationRow, ObserverRow } from './IdentificationRow';
import type { ShownIdentification } from './merge';
import { SuggestName, type Suggestion } from './SuggestName';
import classes from './Identifications.module.css';

/** What people say that a record shows, and what the user says. */
export function Identifications(props: Props) {
  return canBeIdentified(props.record) ? <Section {...props} /> : null;
}

interface Props {
  record: AnyObservation;
  /** What other features add to an identification that the server has. */
  more?: ComponentType<{ one: ShownIdentification; record: AnyObservation }>;
}

function Section({ record, more: More }: Props) {
  const t = useRecordTranslation('identifications');
  const found = useIdentifications(record);
  const { act, undone, run } = useActions(record, found);
  const [isSuggesting, setSuggesting] = useState(false);
  const own = isOwn(record);
  const active = found.list.filter((one) => !one.is_withdrawn);
  const withdrawn = found.list.filter((one) => one.is_withdrawn);
  const agreeWith = (taxon: TaxonSummary | null) =>
    own || !taxon || found.mine?.taxon.id === taxon.id ? undefined : () => run.say({ taxon_id: taxon.id, disagrees: false, comment: '' });
  // One button for each name.
  const isFirstOf = (id: number, at: number) => id !== record.taxon?.id && active.findIndex((one) => one.taxon.id === id) === at;
  return (
    <section className={classes.section}>
      <SectionTitle>{t('identifications:title')}</SectionTitle>
      <GradeLine record={record} found={found} />
      <ul className={classes.list}>
        {record.taxon && <ObserverRow record={record} taxon={record.taxon} onAgree={agreeWith(record.taxon)} />}
        {active.map((one, at) => (
          <IdentificationRow
            key={one.id}
            one={one}
            onAgree={isFirstOf(one.taxon.id, at) ? agreeWith(one.taxon) : undefined}
            onWithdraw={one.id === found.mine?.id ? () => run.withdraw(one) : undefined}
            more={one.state === 'sent' && More && <More one={one} record={record} />}
          />
        ))}
      </ul>
      {found.isUnreachable && <p className={classes.quiet}>{t('identifications:unreachable')}</p>}
      {!found.isUnreachable && !found.isLoading && active.length === 0 && <p className={classes.quiet}>{t('identifications:none')}</p>}
      {found.isRefused && (
        <p className={classes.refused}>
          {t('identifications:refused')} <Link to="/outbox">{t('identifications:to_outbox')}</Link>
        </p>
      )}
      {!own && (
        <Button variant="default" className={classes.suggest} onClick={() => setSuggesting(true)}>
          {t(record.taxon || active.length > 0 ? 'identifications:suggest' : 'identifications:suggest_first')}
        </Button>
      )}
      {!own && (
        <p className={classes.more}>
          <Link to={record.taxon ? `/identify?group=${record.taxon.group}` : '/identify'}>{t('identifications:queue.more')}</Link>
        </p>
      )}
      {withdrawn.length > 0 && (
        <details className={classes.withdrawn}>
          <summary>{t('identifications:withdrawn_list', { number: withdrawn.length })}</summary>
          <ul className={classes.list}>
            {withdrawn.map((one) => (
              <IdentificationRow key={one.id} one={one} />
            ))}
          </ul>
        </details>
      )}
      {isSuggesting && (
        <SuggestName
          current={found.community ?? record.taxon}
          lineages={[...(found.own ? [found.own] : []), ...active.map((one) => one.lineage)]}
          onSay={(suggestion) => run.say(suggestion)}
          onClose={() => setSuggesting(false)}
        />
      )}
      <UndoNotice act={act} onDismiss={undone} />
    </section>
  );
}

/** What the user can do; each is stored on the device at once, and sent later. */
function useActions(record: AnyObservation, found: RecordIdentifications) {
  const t = useRecordTranslation('identifications');
  const [act, setAct] = useState<Undoable | null>(null);
  const attempt = (work: Promise<unknown>) =>
    work.catch((error: unknown) => notifier.show('negative', t('observations:outbox.failed'), { cause: error }));
  const say = (draft: Suggestion) => {
    setAct(null);
    void attempt(identify(currentDatabase(), record.id, draft));
  };
  const take = (one: ShownIdentification) => {
    const former = found.minesOnServer === one.id ? null : found.minesOnServer;
    const undo = () => say({ taxon_id: one.taxon.id, disagrees: one.disagrees, comment: one.comment });
    void attempt(
      withdraw(currentDatabase(), record.id, { id: one.id, former }).then(() =>
        setAct({ id: one.id, text: t('identifications:withdrawn'), undo }),
      ),
    );
  };
  return { act, undone: () => setAct(null), run: { say, withdraw: take } };
}
