import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { WORLDWIDE } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytes } from '../../../i18n/bytes';
import { countryName } from '../../../i18n/format';
import { useLocationFilter } from '../../../shared/location/location-filter';
import { LocationSelect } from '../../../shared/location/LocationSelect';
import { notifier, useIsOnline, useLanguage, useUser } from '../../../shared/session/session';
import { PageHeader } from '../../../ui/PageHeader';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useLocationSpecies } from '../../species/data';
import { guideKeeper, sumGuideBytes, useGuidePlan, useKept } from './data';
import { Kept } from './Kept';
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

/** Says how much there is to keep of a country, and begins. */
function NotKept({ country }: { country: string }) {
  const { t } = useTranslation(['knowledge', 'common']);
  const language = useLanguage();
  const isOnline = useIsOnline();
  const { data: plan, isError, refetch } = useGuidePlan(country);
  const [isBusy, setBusy] = useState(false);
  if (!plan) {
    if (!isError && isOnline) return <TaxonRowSkeletons count={1} label={t('common:taxonomy.loading')} />;
    return (
      <div className={classes.card}>
        <p role="status">{t('offline.size_unknown')}</p>
        <Button variant="default" onClick={() => void refetch()}>
          {t('common:action.retry')}
        </Button>
      </div>
    );
  }
  const begin = () => {
    setBusy(true);
    // The keeper goes on while this screen is open or not.
    guideKeeper()!
      .keep(country, language, plan)
      .catch((error: unknown) => notifier.show('negative', t('offline.failed'), { cause: error }));
  };
  return (
    <div className={classes.card}>
      <p>
        {t('offline.size', {
          country: countryName(country, language),
          size: bytes(sumGuideBytes(plan), language),
          count: plan.pictures.length,
        })}
      </p>
      <p className={classes.note}>{t('offline.names')}</p>
      <Button leftSection={<IconDownload size={20} aria-hidden />} loading={isBusy} onClick={begin}>
        {t('offline.keep')}
      </Button>
    </div>
  );
}
