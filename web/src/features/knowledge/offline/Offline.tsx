import { WORLDWIDE } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../i18n/format';
import { PageHeader } from '../../../ui/PageHeader';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useLanguage, useUser } from '../../../shared/session/session';
import { useLocationFilter } from '../../../shared/location/location-filter';
import { LocationSelect } from '../../../shared/location/LocationSelect';
import { useLocationSpecies } from '../../species/data';
import { guideKeeper, useKept } from './data';
import { Kept } from './Kept';
import { NotKept } from './NotKept';
import classes from './Offline.module.css';

/** Keeps the texts and small pictures of a country, and the articles, on this device. */
export default function Offline() {
  const { t } = useTranslation(['knowledge', 'common']);
  const language = useLanguage();
  const [location, setLocation] = useLocationFilter(useUser().country_code ?? WORLDWIDE);
  const country = location === WORLDWIDE ? null : location;
  // The list of another country is fetched, and then stays on this device.
  useLocationSpecies(location, null);
  const kept = useKept();
  const others = kept?.filter((one) => one.country !== country) ?? [];
  const own = kept?.find((one) => one.country === country);
  return (
    <>
      <PageHeader title={t('offline.title')} lead={t('offline.lead')} back={{ to: '/knowledge', label: t('common:screens.knowledge') }} />
      {guideKeeper() === null ? (
        <p role="status">{t('offline.unsupported')}</p>
      ) : (
        <div className={classes.page}>
          <LocationSelect value={location} onChange={setLocation} />
          {!kept ? (
            <TaxonRowSkeletons count={1} label={t('common:taxonomy.loading')} />
          ) : country === null ? (
            <p role="status">{t('offline.choose')}</p>
          ) : own ? (
            <Kept key={country} guide={own} />
          ) : (
            <NotKept key={country} country={country} />
          )}
          {others.length > 0 && (
            <section>
              <SectionTitle>{t('offline.others')}</SectionTitle>
              {others.map((guide) => (
                <article key={guide.country} aria-label={countryName(guide.country, language)}>
                  <h3 className={classes.country}>{countryName(guide.country, language)}</h3>
                  <Kept guide={guide} />
                </article>
              ))}
            </section>
          )}
        </div>
      )}
    </>
  );
}
