import { Button } from '@mantine/core';
import type { TaxonSummary } from '@veld/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ago } from '../../i18n/format';
import { Avatar } from '../../ui/avatar/Avatar';
import { ScientificName } from '../../ui/ScientificName';
import { useLanguage } from '../../shared/session/session';
import { type AnyObservation, describeObserver, useRecordTranslation } from '../../shared/records/record-labels';
import { SyncMark } from '../../shared/records/RecordCards';
import { speciesAddress } from '../../shared/taxa/data';
import { useNamedTaxon } from '../../shared/taxa/names';
import type { ShownIdentification } from './merge';
import classes from './IdentificationRow.module.css';

interface Props {
  one: ShownIdentification;
  onAgree?: (() => void) | undefined;
  onWithdraw?: (() => void) | undefined;
  /** What other features add. */
  more?: ReactNode;
}

export function IdentificationRow({ one, onAgree, onWithdraw, more }: Props) {
  const t = useRecordTranslation('identifications');
  const language = useLanguage();
  return (
    <Row
      user={one.user}
      isUnseen={one.is_unseen}
      taxon={one.taxon}
      isWithdrawn={one.is_withdrawn}
      facts={
        <>
          {one.is_expert && <span className={classes.mark}>{t('identifications:mark.expert')}</span>}
          {one.disagrees && <span className={classes.mark}>{t('identifications:mark.disagrees')}</span>}
          {one.created_at && <time dateTime={one.created_at}>{ago(one.created_at, language)}</time>}
        </>
      }
      comment={one.comment}
      actions={
        <>
          {one.state !== 'sent' && <SyncMark state={one.state} />}
          {onAgree && <AgreeButton taxon={one.taxon} onAgree={onAgree} />}
          {onWithdraw && (
            <Button variant="subtle" size="compact-md" onClick={onWithdraw}>
              {t('identifications:withdraw')}
            </Button>
          )}
          {more}
        </>
      }
    />
  );
}

/** The name that the observer gave. */
export function ObserverRow(props: { record: AnyObservation; taxon: TaxonSummary; onAgree?: (() => void) | undefined }) {
  const { record, taxon, onAgree } = props;
  const t = useRecordTranslation('identifications');
  return (
    <Row
      user={record.user}
      taxon={taxon}
      facts={<span className={classes.mark}>{t('identifications:mark.observer')}</span>}
      actions={onAgree && <AgreeButton taxon={taxon} onAgree={onAgree} />}
    />
  );
}

function AgreeButton({ taxon, onAgree }: { taxon: TaxonSummary; onAgree: () => void }) {
  const t = useRecordTranslation('identifications');
  const { name } = useNamedTaxon(taxon);
  return (
    <Button variant="light" size="compact-md" onClick={onAgree} aria-label={t('identifications:agree_with', { name })}>
      {t('identifications:agree')}
    </Button>
  );
}

interface RowProps {
  /** Its maker and the user have a block. */
  isUnseen?: boolean | undefined;
  user: ShownIdentification['user'];
  taxon: TaxonSummary;
  isWithdrawn?: boolean;
  facts: ReactNode;
  comment?: string;
  actions?: ReactNode;
}

function Row({ user, isUnseen, taxon: given, isWithdrawn, facts, comment, actions }: RowProps) {
  const t = useRecordTranslation('identifications');
  const taxon = useNamedTaxon(given);
  const person: ReturnType<typeof describeObserver> = isUnseen ? { name: t('identifications:unseen') } : describeObserver({ user }, t);
  return (
    <li className={classes.row} data-withdrawn={isWithdrawn || undefined}>
      <Avatar person={user} />
      <div className={classes.words}>
        <p className={classes.name}>
          <Link to={speciesAddress(taxon.id)}>{taxon.name}</Link>
          {taxon.name !== taxon.scientific_name && (
            <ScientificName className={classes.scientific} name={taxon.scientific_name} rank={taxon.rank} />
          )}
        </p>
        <p className={classes.facts}>
          {person.to ? (
            <Link dir="auto" to={person.to}>
              {person.name}
            </Link>
          ) : (
            <span dir="auto">{person.name}</span>
          )}
          {facts}
        </p>
        {comment && (
          <p dir="auto" className={classes.comment}>
            {comment}
          </p>
        )}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </li>
  );
}
