import { ActionIcon } from '@mantine/core';
import { isAbsence } from '@veld/contract';
import { IconMapShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { distance } from '../../i18n/format';
import { photosInOrder } from '../../shared/media/photos-in-order';
import { TaxonRow } from '../../ui/cards/TaxonRow';
import { useLanguage, useUser } from '../../shared/session/session';
import { usePlaceWords } from '../../shared/geo/data';
import {
  formatRecordCoordinates,
  formatCount,
  formatRecordName,
  describeRecordPlace,
  formatWhen,
  useRecordTranslation,
} from '../../shared/records/record-labels';
import { OwnPhoto } from '../../shared/records/photos/OwnPhoto';
import { useNamedRecord } from '../../shared/taxa/names';
import { geoAddress, type PlacedRecord } from './data';
import classes from './RecordRow.module.css';

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
