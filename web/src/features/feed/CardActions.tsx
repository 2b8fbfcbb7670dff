import type { PublicObservation } from '@veld/contract';
import { useUser } from '../../shared/session/session';
import RecordActions from '../comments/RecordActions';
import { describeObserver, useRecordTranslation } from '../../shared/records/record-labels';
import { PersonMenu } from '../relations/PersonMenu';
import { ReportButton } from '../reports/ReportButton';
import { useReportPerson } from '../reports/data';

/** What people can do with a record of the feed. */
export default function CardActions({ record }: { record: PublicObservation }) {
  const t = useRecordTranslation();
  const report = useReportPerson();
  const { name, to } = describeObserver(record, t);
  return (
    <RecordActions record={record}>
      {record.user.id !== useUser().id && (
        // The feed has no records of people who are muted.
        <PersonMenu
          person={{ ...record.user, name }}
          isMuted={false}
          isFormer={to === undefined}
          look="icon"
          onReport={report}
          more={<ReportButton kind="observation" id={record.id} person={to === undefined ? undefined : record.user} look="menu" />}
        />
      )}
    </RecordActions>
  );
}
