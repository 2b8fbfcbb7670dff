import type { PublicObservation } from '@veld/contract';
import { useUser } from '../../accounts/data';
import RecordActions from '../../comments/RecordActions';
import { ReportButton } from '../../reports/ReportButton';

/** What people can do with a record of the feed. */
export default function CardActions({ record }: { record: PublicObservation }) {
  const isOthers = record.user.id !== useUser().id;
  return <RecordActions record={record}>{isOthers && <ReportButton kind="observation" id={record.id} look="icon" />}</RecordActions>;
}
