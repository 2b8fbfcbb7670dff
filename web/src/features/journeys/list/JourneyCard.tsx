import { VisuallyHidden } from '@mantine/core';
import { IconClock, IconRoute } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { distance } from '../../../i18n/format';
import { SyncChip } from '../../../ui/SyncChip';
import { useLanguage, useUser } from '../../../shared/session/session';
import { StillMap } from '../../../shared/geo/still/StillMap';
import type { StillShape } from '../../../shared/geo/still/shapes';
import { longDay, shortDay } from '../data';
import { speciesIn } from '../days';
import { duration } from '../effort-words';
import { clockAt } from '../page/journey-times';
import type { Entry } from './entries';
import card from './EntryCard.module.css';
import classes from './JourneyCard.module.css';
import type { TrackSummary } from './summaries';

interface Props {
  entry: Extract<Entry, { kind: 'journey' }>;
  /** Undefined until its track is read. */
  summary: TrackSummary | undefined;
}

/** A journey in the list: when, how long, what was found, and its line. */
export function JourneyCard({ entry: { day, journey, records }, summary }: Props) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const { units } = useUser().preferences;
  const { weekday, number } = shortDay(day, language);
  const species = useMemo(() => speciesIn(records), [records]);
  const shapes = useMemo((): StillShape[] => (summary?.lines.length ? [{ kind: 'line', parts: summary.lines }] : []), [summary]);
  const from = clockAt(Date.parse(journey.started_at), journey.time_zone, language);
  const effort = summary && [
    summary.duration_s !== null && duration(summary.duration_s, language),
    summary.distance_m !== null && distance(summary.distance_m, units, language),
  ];
  return (
    <article className={`${card.card} ${classes.card}`}>
      <div className={card.date} aria-hidden>
        <span className={card.weekday}>{weekday}</span>
        <span className={card.number}>{number}</span>
      </div>
      <div className={card.words}>
        <h3 className={card.title}>
          <Link to={`/journey/${journey.id}`}>
            <VisuallyHidden>{longDay(day, language)}: </VisuallyHidden>
            <bdi dir="auto">{journey.name}</bdi>
          </Link>
        </h3>
        <p className={card.line}>
          <span>
            <IconClock size={16} aria-hidden />
            {journey.ended_at === null
              ? `${from} · ${t('overview.running')}`
              : `${from} – ${clockAt(Date.parse(journey.ended_at), journey.time_zone, language)}`}
          </span>
          {effort?.some(Boolean) && (
            <span>
              <IconRoute size={16} aria-hidden />
              {effort.filter(Boolean).join(' · ')}
            </span>
          )}
        </p>
        <p className={card.line}>
          {t('common:count.records', { count: records.length })} · {t('common:count.species', { count: species })}
        </p>
        {(journey.write_id !== null || summary?.isUnsent) && <SyncChip state="waiting" label={t('overview.unsent')} />}
      </div>
      {shapes.length > 0 && (
        <div className={classes.map} aria-hidden>
          <StillMap label={journey.name} shapes={shapes} height="100%" maxZoom={13} />
        </div>
      )}
    </article>
  );
}
