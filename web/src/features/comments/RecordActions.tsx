import { IconCheck, IconMessageCircle, IconShare, IconTag } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { shareLink } from '../../device/files';
import { number } from '../../i18n/format';
import { identify } from '../../local/changes/identifications';
import { currentDatabase, notifier, useLanguage, useUser } from '../../shared/session/session';
import { type AnyObservation, formatRecordName, useRecordTranslation } from '../../shared/records/record-labels';
import { useActivity } from '../reactions/data';
import { ReactButton } from '../reactions/ReactButton';
import { ReactionCounts } from '../reactions/ReactionCounts';
import { useNamedRecord } from '../../shared/taxa/names';
import { hasReplies } from './shown-comments';
import classes from './RecordActions.module.css';

interface Props {
  record: AnyObservation;
  /** With the names of the main actions beside their icons. */
  isLabelled?: boolean;
  /** More actions at the end, from features that come later. */
  children?: ReactNode;
}

/** What people can do with a record, under its card and on its page. */
export default function RecordActions(props: Props) {
  return hasReplies(props.record) ? <Row {...props} /> : null;
}

function Row({ record: given, isLabelled = false, children }: Props) {
  const record = useNamedRecord(given);
  const t = useRecordTranslation('comments');
  const language = useLanguage();
  const user = useUser();
  const activity = useActivity(record.id, record.taxon?.id ?? null);
  const isOthers = record.user.id !== user.id;
  const page = `/observations/${record.id}`;
  const comments =
    activity.comments > 0 ? t('comments:row.comments', { number: number(activity.comments, language) }) : t('comments:row.comment');
  return (
    <div className={classes.row}>
      <ReactionCounts recordId={record.id} counts={activity.reactions} />
      <div
        className={classes.actions}
        data-labelled={isLabelled || undefined}
        role="group"
        aria-label={t('comments:row.label', { name: formatRecordName(record, t) })}
      >
        {isOthers && record.taxon && (
          <Agree recordId={record.id} taxonId={record.taxon.id} agrees={activity.agrees} isLabelled={isLabelled} />
        )}
        {isOthers && (
          <Link
            className={classes.action}
            to={`${page}#identifications`}
            aria-label={t('comments:row.suggest')}
            title={t('comments:row.suggest')}
          >
            <IconTag size={22} aria-hidden />
            {isLabelled && <span>{t('comments:row.suggest_short')}</span>}
          </Link>
        )}
        <Link className={classes.action} to={`${page}#comments`} aria-label={comments} title={comments}>
          <IconMessageCircle size={22} aria-hidden />
          {isLabelled && <span aria-hidden>{t('comments:row.comment')}</span>}
          {activity.comments > 0 && <span aria-hidden>{number(activity.comments, language)}</span>}
        </Link>
        <ReactButton recordId={record.id} own={activity.own_reaction} />
        <Share title={formatRecordName(record, t)} address={page} isLabelled={isLabelled} />
        {children}
      </div>
    </div>
  );
}

function Agree({ recordId, taxonId, agrees, isLabelled }: { recordId: string; taxonId: number; agrees: boolean; isLabelled: boolean }) {
  const t = useRecordTranslation('comments');
  const label = t(agrees ? 'comments:row.agrees' : 'comments:row.agree');
  const agree = () => {
    if (agrees) return;
    identify(currentDatabase(), recordId, { taxon_id: taxonId, disagrees: false, comment: '' }).catch((error: unknown) =>
      notifier.show('negative', t('observations:outbox.failed'), { cause: error }),
    );
  };
  return (
    <button
      type="button"
      className={classes.action}
      aria-pressed={agrees}
      aria-disabled={agrees}
      aria-label={label}
      title={label}
      onClick={agree}
    >
      <IconCheck size={22} aria-hidden />
      {isLabelled && <span>{label}</span>}
    </button>
  );
}

function Share({ title, address, isLabelled }: { title: string; address: string; isLabelled: boolean }) {
  const t = useRecordTranslation('comments');
  const share = async () => {
    try {
      if ((await shareLink(title, location.origin + address)) === 'copied') notifier.show('positive', t('comments:row.link_copied'));
    } catch (error) {
      notifier.show('negative', t('comments:row.link_failed'), { cause: error });
    }
  };
  return (
    <button
      type="button"
      className={classes.action}
      aria-label={t('comments:row.share')}
      title={t('comments:row.share')}
      onClick={() => void share()}
    >
      <IconShare size={22} aria-hidden />
      {isLabelled && <span>{t('comments:row.share')}</span>}
    </button>
  );
}
