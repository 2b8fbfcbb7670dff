import type { ImportProblem } from '../../local/outbox/files/read-export';
import { fieldLabel } from '../../shared/records/field-labels';
import type { RecordTranslator } from '../../shared/records/record-labels';
import { useRecordTranslation } from '../../shared/records/record-labels';

/** Maximum number of problems listed. */
const LISTED = 20;

/** What cannot be imported and why, as items of a list. */
export function ImportProblems({ problems }: { problems: readonly ImportProblem[] }) {
  const t = useRecordTranslation('outbox');
  return problems.slice(0, LISTED).map((problem, index) => <li key={`${index} ${problem.reason}`}>{problemText(problem, t)}</li>);
}

function problemText({ reason, about, fields = [] }: ImportProblem, t: RecordTranslator<'outbox'>): string {
  const name = about || t('common:taxon.unnamed');
  if (reason !== 'malformed') return t(`outbox:import.${reason}`, { about: name });
  const labels = [...new Set(fields.map((field) => fieldLabel(field, t)))];
  return t('outbox:import.malformed', { about: name, fields: labels.join(', ') });
}
