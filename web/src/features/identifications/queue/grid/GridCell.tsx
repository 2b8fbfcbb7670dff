import { IconCheck, IconMessages } from '@tabler/icons-react';
import type { TaxonSummary, WaitingRecord } from '@veld/contract';
import { photosInOrder } from '../../../../shared/media/photos-in-order';
import { describeObserver, formatRecordName, formatWhen, useRecordTranslation } from '../../../../shared/records/record-labels';
import { useLanguage } from '../../../../shared/session/session';
import { useNamedRecord } from '../../../../shared/taxa/names';
import { GroupPanel } from '../../../../ui/GroupIcon';
import { Photo } from '../../../../ui/Photo';
import { namesSoFar } from '../use-keys';
import classes from './GridView.module.css';

/** The name that agreeing gives to a record; null while it has none. */
export function pickAgreeable(record: WaitingRecord): TaxonSummary | null {
  return listNames(record)[0]?.taxon ?? null;
}

function listNames(record: WaitingRecord) {
  const { identifications, community_taxon } = record.opinions;
  return namesSoFar(record, { community: community_taxon, list: identifications.map((one) => ({ ...one, state: 'sent' as const })) });
}

interface Props {
  record: WaitingRecord;
  isFirst: boolean;
  isMarked: boolean;
  state: 'open' | 'agreed' | 'skipped';
  onToggle: () => void;
  onFocus: (() => void) | undefined;
  onOpen: () => void;
}

/** A record of the grid: its photo marks it, its name opens it. */
export function GridCell({ record: given, isFirst, isMarked, state, onToggle, onFocus, onOpen }: Props) {
  const t = useRecordTranslation('identifications');
  const language = useLanguage();
  const record = useNamedRecord(given);
  const names = listNames(record);
  const agreeable = names[0]?.taxon ?? null;
  const name = formatRecordName(record, t);
  const observer = describeObserver(record, t).name;
  const when = formatWhen(record, language);
  const [photo] = photosInOrder(record.media);
  const fallback = <GroupPanel group={record.taxon?.group ?? 'other'} name={record.taxon?.scientific_name} size={40} fill />;
  return (
    <li className={classes.cell} data-state={state}>
      <button
        type="button"
        data-cell
        className={classes.mark}
        aria-pressed={isMarked}
        aria-disabled={state !== 'open' || !agreeable}
        aria-label={agreeable ? t('identifications:grid.mark', { name: agreeable.name }) : t('identifications:grid.no_name', { name })}
        onClick={() => state === 'open' && agreeable && onToggle()}
        onFocus={onFocus}
      >
        {photo ? <Photo photo={photo} alt="" sizes="(min-width: 48em) 176px, 50vw" isFirst={isFirst} fallback={fallback} /> : fallback}
        {(isMarked || state === 'agreed') && (
          <span className={classes.check}>
            <IconCheck size={20} aria-hidden />
          </span>
        )}
      </button>
      <button type="button" dir="auto" className={classes.name} aria-label={t('identifications:grid.open', { name })} onClick={onOpen}>
        {name}
      </button>
      <p className={classes.facts}>
        <span dir="auto">{observer}</span>
        {when && <span> · {when}</span>}
        {names.length > 1 && (
          <span className={classes.names}>
            <IconMessages size={14} aria-hidden /> {t('identifications:grid.names', { number: names.length })}
          </span>
        )}
      </p>
      {state !== 'open' && (
        <p className={classes.state}>{t(state === 'agreed' ? 'identifications:grid.done' : 'identifications:queue.skipped')}</p>
      )}
    </li>
  );
}
