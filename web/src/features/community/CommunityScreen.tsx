import { WORLDWIDE } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useUser } from '../../shared/session/session';
import { isLocationFilter, readPlaceId, useLocationFilter } from '../../shared/location/location-filter';
import { LocationSelect } from '../../shared/location/LocationSelect';
import classes from './CommunityScreen.module.css';
import { Leaderboards } from './parts/Leaderboards';
import { People } from './parts/People';
import { RunningProjects } from './parts/RunningProjects';
import { parseSection, Sections } from './parts/Sections';

/** People, leaderboards and projects of a country, a saved place or the world. */
export default function CommunityScreen() {
  const { t } = useTranslation(['community', 'common']);
  const [read, write] = useAddressFilter();
  const section = parseSection(read('section'));
  const me = useUser();
  const [location, setLocation] = useLocationFilter(me.country_code ?? WORLDWIDE, isLocationFilter);
  const country = readPlaceId(location) === null ? location : WORLDWIDE;
  return (
    <>
      <PageHeader
        title={t('common:screens.community')}
        lead={t('lead')}
        actions={section === 'people' && <LocationSelect value={location} onChange={setLocation} hasPlaces />}
      />
      <div className={classes.sections}>
        <Sections value={section} onChange={(next) => write({ section: next === 'people' ? null : next })} />
      </div>
      {section === 'people' && <People location={location} onLocation={setLocation} />}
      {section === 'leaderboards' && <Leaderboards />}
      {section === 'projects' && <RunningProjects country={country} />}
    </>
  );
}
