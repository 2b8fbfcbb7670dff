import { Button, SegmentedControl } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { WORLDWIDE } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ago, countryName } from '../../i18n/format';
import { useLastPlace } from '../../shared/frequencies/data';
import { useSourceText } from '../../shared/frequencies/words';
import { isLocationFilter, useLocationFilter } from '../../shared/location/location-filter';
import { LocationSelect } from '../../shared/location/LocationSelect';
import { useLanguage, useUser } from '../../shared/session/session';
import { groupFrom, GroupSelect } from '../../shared/taxa/parts/GroupSelect';
import { PageHeader } from '../../ui/PageHeader';
import { useAddressFilter } from '../../ui/use-address-filter';
import { ListMissing } from '../species/data';
import { SINCE, type Since, useDiscoveries, useHere } from './data';
import { Gaps } from './parts/Gaps';
import { LikelySpecies } from './parts/LikelySpecies';
import { News } from './parts/News';
import classes from './DiscoverScreen.module.css';

export default function DiscoverScreen() {
  const { t } = useTranslation(['discover', 'common', 'species', 'frequencies']);
  const language = useLanguage();
  const own = useUser().country_code;
  const [location, setLocation] = useLocationFilter(own ?? WORLDWIDE, isLocationFilter);
  const [read, write] = useAddressFilter();
  const group = groupFrom(read('group'));
  const since = SINCE.find((one) => one === read('since')) ?? 'ever';
  const here = useHere();
  const discoveries = useDiscoveries({ location, group, here: here.place, since });
  const { found, country, isMissing, likely, age, month } = discoveries;
  const sourceText = useSourceText();
  const around = here.place ?? discoveries.place;
  const last = useLastPlace();
  // Of a saved place, the list is that of its country.
  const place = country ? countryName(country, language) : t('common:location.worldwide');

  return (
    <>
      <PageHeader title={t('common:screens.discover')} lead={t(`lead.${since}`, { place })} />
      <div className={classes.filters}>
        <GroupSelect value={group} onChange={(next) => write({ group: next, shown: null })} />
        <LocationSelect value={location} onChange={setLocation} hasPlaces />
        <Button
          variant="default"
          leftSection={<IconCurrentLocation size={20} aria-hidden />}
          loading={here.isAsking}
          onClick={here.place ? here.stop : here.ask}
        >
          {here.place ? t('here.stop_using_location') : t('here.use_location')}
        </Button>
      </div>
      <SinceChoice value={since} onChange={(next) => write({ since: next === 'ever' ? null : next, shown: null })} />
      <p className={classes.hint} role="status">
        {here.isRefused
          ? t('here.location_failed')
          : here.isNotFound
            ? t('here.location_not_found')
            : here.place
              ? t('here.using_location')
              : ''}
      </p>
      {found && (
        <p className={classes.hint}>
          {sourceText(likely, month)} {likely && t('frequencies:likely.order')}{' '}
          {age !== null && t('frequencies:likely.age', { when: ago(age, language) })}
        </p>
      )}
      {isMissing && country && (
        <div className={classes.hint}>
          <ListMissing country={country} />
        </div>
      )}
      {!own && (
        <p className={classes.hint}>
          {t('no_country')} <Link to="/settings/profile">{t('common:screens.settings')}</Link>
        </p>
      )}
      <div className={classes.columns}>
        <LikelySpecies
          key={`${location} ${group} ${since}`}
          discoveries={discoveries}
          group={group}
          since={since}
          around={around ?? last ?? null}
          onAllGroups={() => write({ group: null, shown: null })}
        />
        <div className={classes.aside}>
          {country && <News country={country} around={around} />}
          {group === null && <Gaps discoveries={discoveries} around={around} />}
        </div>
      </div>
    </>
  );
}

/** Whether species are shown that were never seen, or not this year. */
function SinceChoice({ value, onChange }: { value: Since; onChange: (next: Since) => void }) {
  const { t } = useTranslation('discover');
  return (
    <SegmentedControl
      aria-label={t('since.label')}
      value={value}
      onChange={(next) => onChange(next)}
      data={SINCE.map((one) => ({ value: one, label: t(`since.${one}`) }))}
    />
  );
}
