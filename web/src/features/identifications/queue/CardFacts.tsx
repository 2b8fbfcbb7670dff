import { IconEyeOff } from '@tabler/icons-react';
import type { WaitingRecord } from '@veld/contract';
import { Link } from 'react-router';
import { useLanguage } from '../../../shared/session/session';
import {
  describeBlurring,
  listChips,
  formatMachineTime,
  describeObserver,
  describeRecordPlace,
  formatWhen,
} from '../../../shared/records/record-labels';
import { useRecordTranslation } from '../../../shared/records/use-record-translation';
import classes from './CardFacts.module.css';

/** Who recorded it, when and where, and what they noted. */
export function CardFacts({ record, isSkipped }: { record: WaitingRecord; isSkipped: boolean }) {
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
      {record.notes && (
        <p dir="auto" className={classes.notes}>
          {record.notes}
        </p>
      )}
    </div>
  );
}
