import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { isAbsence } from '@veld/contract';
import { IconMapShare } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { countryName, distance, number, recordedDate } from '../../i18n/format';
import { HillPath } from '../../ui/drawings/HillPath';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { TaxonRow } from '../../ui/TaxonRow';
import { useAddressFilter } from '../../ui/use-address-filter';
import { VirtualRows } from '../../ui/VirtualRows';
import { useLanguage, useUser } from '../accounts/data';
import { coordinatesOf, countOf, nameOf, OwnEmptyState, OwnPhoto, useRecordTranslation, whenOf } from '../observations/data';
import { useNamedRecord } from '../taxa/names';
import { countriesOf, geoAddress, type PlacedRecord, type PlaceLine, placeLines, useOwnPlaces } from './data';
import { extentOf, sizeOf } from './extent';
import classes from './MapScreen.module.css';
import { PlacesPlot } from './PlacesPlot';

/** Value in the URL for records whose country is unknown. */
const UNKNOWN = 'unknown';

export default function MapScreen() {
  const { t } = useTranslation(['map', 'common']);
  const language = useLanguage();
  const [read, write] = useAddressFilter();
  const places = useOwnPlaces();
  const choice = read('country');
  const countries = useMemo(() => (places ? countriesOf(places.placed) : []), [places]);
  const chosen = countries.find(({ country }) => (country ?? UNKNOWN) === choice);
  const records = useMemo(
    () => (places && chosen ? places.placed.filter(({ country_code }) => country_code === chosen.country) : places?.placed),
    [places, chosen],
  );
  const nameOfCountry = (country: string | null) => (country ? countryName(country, language) : t('no_country'));

  return (
    <>
      <PageHeader
        title={t('common:screens.map')}
        lead={t('lead')}
        actions={
          countries.length > 1 && (
            <NativeSelect
              aria-label={t('common:location.country')}
              value={chosen ? (chosen.country ?? UNKNOWN) : ''}
              onChange={(event) => write({ country: event.currentTarget.value })}
              data={[
                { value: '', label: t('all_countries') },
                ...countries.map(({ country }) => ({ value: country ?? UNKNOWN, label: nameOfCountry(country) })),
              ]}
            />
          )
        }
      />
      {!places || !records ? (
        <TaxonRowSkeletons label={t('loading')} />
      ) : records.length === 0 ? (
        <OwnEmptyState
          drawing={<HillPath />}
          sentence={t('empty')}
          action={
            <Button component={Link} to="/observe">
              {t('common:nav.observe')}
            </Button>
          }
        />
      ) : (
        <div className={classes.page}>
          <Overview
            records={records}
            without={chosen ? 0 : places.without}
            countries={chosen ? 1 : countries.filter((one) => one.country).length}
          />
          <Records records={records} nameOfCountry={nameOfCountry} />
        </div>
      )}
    </>
  );
}

function Overview({ records, without, countries }: { records: readonly PlacedRecord[]; without: number; countries: number }) {
  const { t } = useTranslation('map');
  const language = useLanguage();
  const { units } = useUser().preferences;
  const extent = useMemo(() => extentOf(records), [records]);
  if (!extent) return null;
  const { height, width } = sizeOf(extent);
  const across = Math.hypot(height, width);
  const span = distance(across * 1000, units, language);
  return (
    <section className={classes.overview}>
      <PlacesPlot places={records} extent={extent} />
      <p className={classes.figures}>
        <span>
          <b>{number(records.length, language)}</b> {t('figure.records', { count: records.length })}
        </span>
        {countries > 0 && (
          <span>
            <b>{number(countries, language)}</b> {t('figure.countries', { count: countries })}
          </span>
        )}
        {records.length > 1 && (
          <span>
            <b>{span}</b> {t('figure.extent')}
          </span>
        )}
      </p>
      {without > 0 && <p className={classes.without}>{t('without', { count: without })}</p>}
    </section>
  );
}

const isHeading = (line: PlaceLine) => line.kind !== 'record';

function Records({ records, nameOfCountry }: { records: readonly PlacedRecord[]; nameOfCountry: (country: string | null) => string }) {
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

function RecordRow({ record: stored }: { record: PlacedRecord }) {
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
