import { ActionIcon } from '@mantine/core';
import { IconMapShare } from '@tabler/icons-react';
import { isAbsence } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { distance, recordedDate } from '../../i18n/format';
import { usePlaceWords } from '../../shared/geo/data';
import { photosInOrder } from '../../shared/media/photos-in-order';
import { OwnPhoto } from '../../shared/records/photos/OwnPhoto';
import {
  describeRecordPlace,
  formatCount,
  formatRecordCoordinates,
  formatRecordName,
  formatWhen,
  useRecordTranslation,
} from '../../shared/records/record-labels';
import { useNamedRecord } from '../../shared/taxa/names';
import { TaxonRow } from '../../ui/cards/TaxonRow';
import { VirtualRows } from '../../ui/virtual/VirtualRows';
import { useLanguage, useUser } from '../../shared/session/session';
import { geoAddress, type PlacedRecord, type PlaceLine, placeLines } from './data';
import classes from './RecordList.module.css';

const isHeading = (line: PlaceLine) => line.kind !== 'record';

/** The user's own records by country and month: the map's equivalent for keyboards and screen readers. */
export function RecordList({
  records,
  nameOfCountry,
}: {
  records: readonly PlacedRecord[];
  nameOfCountry: (country: string | null) => string;
}) {
  const { t } = useTranslation(['map', 'common']);
  const language = useLanguage();
  const lines = useMemo(() => placeLines(records), [records]);
  return (
    <VirtualRows
      items={lines}
      keyOf={(line) => line.key}
      isHeading={isHeading}
      rowHeight={101}
      label={t('list')}
      render={(line) => {
        if (line.kind === 'country')
          return (
            <h2 className={classes.country}>
              {nameOfCountry(line.country)} <span className={classes.count}>{t('common:count.records', { count: line.records })}</span>
            </h2>
          );
        if (line.kind === 'month')
          return <h3 className={classes.month}>{line.month ? recordedDate(line.month, language) : t('no_date')}</h3>;
        return <RecordRow record={line.record} />;
      }}
    />
  );
}

/** A record with its place and a link to its page. */
export function RecordRow({ record: stored }: { record: PlacedRecord }) {
  const record = useNamedRecord(stored);
  const { t } = useTranslation('map');
  const recordTexts = useRecordTranslation();
  const language = useLanguage();
  const { units } = useUser().preferences;
  const name = formatRecordName(record, recordTexts);
  const photo = photosInOrder(record.media)[0];
  const uncertainty = record.coordinate_uncertainty_m;
  // Look the place name up on the device when the server has not provided one, for example offline.
  const known = record.place ? describeRecordPlace(record, language, recordTexts) : null;
  const found = usePlaceWords(record.place ? null : record);
  const where = [
    known ?? found ?? formatRecordCoordinates(record, language),
    uncertainty == null ? null : `± ${distance(uncertainty, units, language)}`,
  ].filter(Boolean);
  return (
    <div className={classes.row}>
      <TaxonRow
        to={`/observations/${record.id}`}
        name={name}
        scientificName={record.taxon?.scientific_name ?? name}
        rank={record.taxon?.rank ?? 'unranked'}
        group={record.taxon?.group ?? 'other'}
        picture={photo && <OwnPhoto photo={photo} alt="" sizes="56px" />}
        note={
          <span className={classes.facts}>
            {isAbsence(record) && <span>{formatCount(record, recordTexts)}</span>}
            <span>{formatWhen(record, language)}</span>
            <span>{where.join(' ')}</span>
          </span>
        }
      />
      <ActionIcon
        component="a"
        href={geoAddress(record)}
        aria-label={t('open_in_map_app', { name })}
        title={t('open_in_map_app', { name })}
      >
        <IconMapShare size={22} aria-hidden />
      </ActionIcon>
    </div>
  );
}
