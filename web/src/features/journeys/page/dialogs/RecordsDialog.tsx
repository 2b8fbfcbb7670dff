import { Checkbox } from '@mantine/core';
import { addDays, dayRange, todayIn } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../shared/session/session';
import { formatRecordName, formatWhen, useRecordTranslation } from '../../../../shared/records/record-labels';
import { useOwnObservations } from '../../../../shared/records/own';
import { useNamed } from '../../../../shared/taxa/names';
import { assignJourney } from '../../own-journeys';
import { formatSortKey } from '../species-rows';
import classes from './dialog-parts.module.css';
import { type DialogProps, JourneyDialog } from './JourneyDialog';

/** Chooses which records belong to a journey: of its own and of those from its days without a journey. */
export default function RecordsDialog({ journey, records, onClose }: DialogProps) {
  const { t } = useTranslation(['journeys', 'common']);
  const recordTexts = useRecordTranslation();
  const language = useLanguage();
  const all = useOwnObservations();
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const offered = useMemo(() => {
    const zone = journey.time_zone;
    const first = addDays(todayIn(zone, new Date(journey.started_at)), -1);
    const last = addDays(todayIn(zone, new Date(journey.ended_at ?? journey.started_at)), 1);
    const free = (all ?? []).filter(({ journey_id, observed_on }) => {
      const days = !journey_id && observed_on ? dayRange(observed_on) : null;
      return days !== null && days.from >= first && days.to <= last;
    });
    return [...records, ...free].toSorted((one, other) => formatSortKey(one).localeCompare(formatSortKey(other)));
  }, [all, records, journey]);
  const named = useNamed(offered);
  const own = new Set(records.map(({ id }) => id));
  const isChosen = (id: string) => own.has(id) !== changed.has(id);
  const toggle = (id: string) =>
    setChanged((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const save = async () => {
    const ids = [...changed];
    await assignJourney(
      ids.filter((id) => isChosen(id)),
      journey.id,
    );
    await assignJourney(
      ids.filter((id) => !isChosen(id)),
      null,
    );
  };
  return (
    <JourneyDialog
      title={t('action.records')}
      action={t('common:action.save')}
      isDisabled={changed.size === 0}
      onClose={onClose}
      onAct={save}
    >
      <p>{t(offered.length === 0 && all ? 'attach.none' : 'attach.text')}</p>
      <ul className={classes.list}>
        {named.map((record) => (
          <li key={record.id}>
            <Checkbox
              label={formatRecordName(record, recordTexts)}
              description={formatWhen(record, language)}
              checked={isChosen(record.id)}
              onChange={() => toggle(record.id)}
            />
          </li>
        ))}
      </ul>
    </JourneyDialog>
  );
}
