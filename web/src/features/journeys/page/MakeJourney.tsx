import { Button } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import type { JourneyContent } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { NO_EFFORT } from '../../../local/records/journeys/journeys';
import { notifier } from '../../../shared/session/session';
import { deviceTimeZone } from '../../../shared/geo/time-zone';
import type { LocalObservation } from '../../../shared/records/own';
import { createJourney, assignJourney } from '../own-journeys';
import { findDayPart } from '../start/start-values';
import { recordInstant } from './journey-times';

/** Makes a journey without a track of the records of a day that belong to none, from the time of the first to that of the last. */
export function MakeJourney({ records }: { records: readonly LocalObservation[] }) {
  const { t } = useTranslation('journeys');
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const free = records.filter(({ journey_id }) => !journey_id);
  const zone = free.find(({ time_zone }) => time_zone)?.time_zone ?? deviceTimeZone() ?? 'UTC';
  const times = free.flatMap((record) => recordInstant(record, zone) ?? []);
  const hour = free.find(({ observed_time }) => observed_time)?.observed_time?.slice(0, 2);
  if (times.length === 0 || hour === undefined) return null;
  const make = async () => {
    setBusy(true);
    try {
      const content: JourneyContent = {
        name: t(`start.name.${findDayPart(Number(hour))}`),
        protocol: 'casual',
        target_groups: [],
        target_taxon_ids: [],
        complete_groups: [],
        companions: [],
        planned_duration_s: null,
        started_at: new Date(Math.min(...times)).toISOString(),
        ended_at: new Date(Math.max(...times)).toISOString(),
        time_zone: zone,
        location_id: null,
        effort: NO_EFFORT,
        sharing: 'none',
        notes: '',
        trim: null,
      };
      const id = await createJourney(content, []);
      const ids = free.map((record) => record.id);
      await assignJourney(ids, id);
      await navigate(`/journey/${id}`);
    } catch (error) {
      notifier.show('negative', t('dialog.failed'), { cause: error });
      setBusy(false);
    }
  };
  return (
    <Button variant="default" loading={isBusy} leftSection={<IconRoute size={20} aria-hidden />} onClick={() => void make()}>
      {t('page.make_journey', { count: free.length })}
    </Button>
  );
}
