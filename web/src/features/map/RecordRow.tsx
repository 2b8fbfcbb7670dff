import { ActionIcon } from '@mantine/core';
import { isAbsence } from '@veld/contract';
import { IconMapShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { distance } from '../../i18n/format';
import { TaxonRow } from '../../ui/TaxonRow';
import { useLanguage, useUser } from '../accounts/data';
import { coordinatesOf, countOf, nameOf, OwnPhoto, useRecordTranslation, whenOf } from '../observations/data';
import { useNamedRecord } from '../taxa/names';
import { geoAddress, type PlacedRecord } from './data';
import classes from './RecordRow.module.css';

/** A record with its place, and a link to its page. */
export function RecordRow({ record: stored }: { record: PlacedRecord }) {
  const record = useNamedRecord(stored);
  const { t } = useTranslation('map');
  const recordTexts = useRecordTranslation();
  const language = useLanguage();
  const { units } = useUser().preferences;
  const name = nameOf(record, recordTexts);
  const photo = record.media.toSorted((first, second) => first.order - second.order)[0];
  const uncertainty = record.coordinate_uncertainty_m;
  const where = [coordinatesOf(record, language), uncertainty == null ? null : `± ${distance(uncertainty, units, language)}`].filter(
    Boolean,
  );
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
            {isAbsence(record) && <span>{countOf(record, recordTexts)}</span>}
            <span>{whenOf(record, language)}</span>
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
