import { IconChevronRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FieldGroup, FieldHint } from '../../../ui/fields/FieldGroup';
import type { LocalObservation } from '../../../local/db/rows';
import { useFrequencies } from '../../../shared/frequencies/data';
import { formatRecordName } from '../../../shared/records/record-labels';
import { useRecordTranslation } from '../../../shared/records/use-record-translation';
import { useNamed } from '../../../shared/taxa/names';
import { recordsToCheck } from './to-check';
import classes from './review.module.css';

interface Props {
  records: readonly LocalObservation[];
  /** Whether the running tally counted something on the journey. */
  isCounting: boolean;
  /** Puts the review off, for the screen of a record or of the tally. */
  onLeave: () => void;
}

/** Records that lack something or are unusual, and a tally that is not saved, before the journey is. */
export function ToCheck({ records, isCounting, onLeave }: Props) {
  const { t } = useTranslation('journeys');
  const recordTexts = useRecordTranslation();
  const place = useMemo(() => placeOfFirst(records), [records]);
  const index = useFrequencies(place) ?? null;
  const found = useMemo(() => recordsToCheck(records, index), [records, index]);
  const named = useNamed(found.map(({ record }) => record));
  if (found.length === 0 && !isCounting) return null;
  return (
    <FieldGroup legend={t('check.title')}>
      <FieldHint>{t('check.hint')}</FieldHint>
      <ul className={classes.checks}>
        {isCounting && (
          <li>
            <Link className={classes.check} to="/observe/tally" onClick={onLeave}>
              <Words name={t('check.tally')} note={t('check.tally_note')} />
            </Link>
          </li>
        )}
        {found.map(({ record, reasons }, at) => (
          <li key={record.id}>
            <Link className={classes.check} to={`/observe?edit=${record.id}`} onClick={onLeave}>
              <Words name={formatRecordName(named[at] ?? record, recordTexts)} note={reasons.map((one) => t(`check.${one}`)).join(' · ')} />
            </Link>
          </li>
        ))}
      </ul>
    </FieldGroup>
  );
}

function Words({ name, note }: { name: string; note: string }) {
  return (
    <>
      <span>
        <span className={classes.checkName}>{name}</span>
        <span className={classes.checkNote}>{note}</span>
      </span>
      <IconChevronRight size={20} aria-hidden />
    </>
  );
}

function placeOfFirst(records: readonly LocalObservation[]) {
  const { latitude, longitude } = records.find((record) => record.latitude != null) ?? {};
  return latitude == null || longitude == null ? null : { latitude, longitude };
}
