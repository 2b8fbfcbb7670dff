import { type ValidationState, listRecordActivity, MAX_RECORDS_OF_ACTIVITY } from '@veld/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SavedPlace } from '../../../local/changes/saved-places';
import { isAtPlace } from '../../../local/device/place-shape';
import type { LocalObservation } from '../../../shared/records/own';
import { type RecordTranslator, useRecordTranslation } from '../../../shared/records/record-labels';
import type { TableColumn } from '../../../ui/table/table-types';
import type { RecordChange } from './record-changes';
import type { WorkRow } from './work-row';
import { number } from '../../../i18n/format';
import { api } from '../../../local/app/veld';
import { batched } from '../../../local/net/batch';
import { useLanguage } from '../../../shared/session/session';

type Column = TableColumn<WorkRow>;

/** What others and the server say of a record: as far as this device knows, and a dash where it does not. */
export interface CommunityFacts {
  sayValidation: (state: ValidationState) => string;
  /** By the id of the record; undefined until they are known. */
  changes: ReadonlyMap<string, RecordChange> | undefined;
  /** The person's own; undefined until they are read. */
  savedPlaces: readonly SavedPlace[] | undefined;
}

const UNKNOWN = '–';
const GRADES = ['casual', 'needs_id', 'confirmed'] as const;

export function communityColumns(t: RecordTranslator, facts: CommunityFacts): Column[] {
  return [
    statusColumn(t, facts),
    countedColumn('identifications', 11, t),
    { ...countedColumn('comments', 8, t), isOptional: true },
    changedColumn(t, facts),
    placePageColumn(t, facts),
  ];
}

/** The grade by the community, and what validators say. */
function statusColumn(t: RecordTranslator, { sayValidation }: CommunityFacts): Column {
  return {
    id: 'status',
    label: t('observations:workbench.status'),
    value: ({ record }) => record.quality,
    text: ({ record: { quality, validation } }) =>
      quality === null
        ? UNKNOWN
        : [t(`observations:quality.${quality}`), validation && validation !== 'unverified' ? sayValidation(validation) : '']
            .filter(Boolean)
            .join(' · '),
    width: 12,
    isCode: true,
    filter: 'choice',
    choices: GRADES.map((value) => ({ value, label: t(`observations:quality.${value}`) })),
  };
}

/** A number that the server is asked for while the row is in view. The table cannot sort by it, as it does not have it of all rows. */
function countedColumn(what: 'identifications' | 'comments', width: number, t: RecordTranslator): Column {
  return {
    id: what,
    label: t(`observations:workbench.${what}`),
    value: () => null,
    renderCell: ({ record }) => <ActivityCell recordId={record.id} isAtServer={record.version > 0} what={what} />,
    width,
    isUnsorted: true,
  };
}

/** What was last done to a record by others, which the table can be narrowed to as long as the person has not seen it. */
function changedColumn(t: RecordTranslator, { changes }: CommunityFacts): Column {
  const changeOf = ({ record }: WorkRow) => changes?.get(record.id);
  return {
    id: 'changed',
    label: t('observations:workbench.changed'),
    value: (row) => changeOf(row)?.at ?? null,
    text: (row) => (changes ? (changeOf(row)?.text ?? '') : UNKNOWN),
    renderCell: (row) => {
      const change = changeOf(row);
      if (!change) return changes ? '' : UNKNOWN;
      return change.isNew ? <strong>{change.text}</strong> : change.text;
    },
    to: (row) => (changeOf(row) ? `/observations/${row.record.id}` : null),
    width: 18,
    isCode: true,
    filter: 'choice',
    choices: [
      { value: 'since', label: t('observations:workbench.since') },
      { value: 'earlier', label: t('observations:workbench.earlier') },
    ],
    choice: (row) => {
      const change = changeOf(row);
      return change ? (change.isNew ? 'since' : 'earlier') : null;
    },
  };
}

/** The page of the saved place that a record lies in: the public one, if the person made the place public. */
function placePageColumn(t: RecordTranslator, { savedPlaces }: CommunityFacts): Column {
  const found = new WeakMap<LocalObservation, SavedPlace | null>();
  const placeOf = ({ record }: WorkRow): SavedPlace | null => {
    let place = found.get(record);
    if (place === undefined) found.set(record, (place = findPlace(record, savedPlaces ?? [])));
    return place;
  };
  return {
    id: 'place_page',
    label: t('observations:workbench.place_page'),
    value: (row) => placeOf(row)?.name ?? null,
    renderCell: (row) => <bdi>{savedPlaces ? placeOf(row)?.name : UNKNOWN}</bdi>,
    to: (row) => {
      const place = placeOf(row);
      if (!place) return null;
      return place.open_to_all ? `/places/${place.open_to_all.id}` : `/settings/locations/${place.id}`;
    },
    width: 12,
    filter: 'text',
    isOptional: true,
  };
}

function findPlace(record: LocalObservation, places: readonly SavedPlace[]): SavedPlace | null {
  const { location_id: id, latitude, longitude } = record;
  const chosen = places.find((place) => place.id === id);
  if (chosen || latitude == null || longitude == null) return chosen ?? null;
  return places.find((place) => isAtPlace(place, { latitude, longitude })) ?? null;
}

/** One request for all rows in view. */
const ask = batched(async (ids) => (await api.call(listRecordActivity, { query: { ids: ids.join(',') } })).data, MAX_RECORDS_OF_ACTIVITY);

const FRESH_MS = 300_000;
/** Rows that are only passed while scrolling ask nothing. */
const SETTLE_MS = 250;

interface Props {
  recordId: string;
  /** Nobody can say anything of a record that only this device has. */
  isAtServer: boolean;
  what: 'identifications' | 'comments';
}

/** How many identifications or comments a record has, as the server says; a dash as long as it has not. */
function ActivityCell({ recordId, isAtServer, what }: Props) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const hasSettled = useHasSettled();
  const { data } = useQuery({
    queryKey: ['record-activity', recordId],
    queryFn: () => ask(recordId),
    staleTime: FRESH_MS,
    enabled: isAtServer && hasSettled,
  });
  const identified = data?.identifications;
  if (what === 'comments' && data) return number(data.comments, language);
  if (what === 'identifications' && identified)
    return identified.count === 0
      ? number(0, language)
      : t('observations:workbench.agreeing', {
          number: number(identified.count, language),
          agreeing: number(identified.agreeing, language),
        });
  return <span aria-label={t('observations:workbench.not_known')}>–</span>;
}

function useHasSettled(): boolean {
  const [hasSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return hasSettled;
}
