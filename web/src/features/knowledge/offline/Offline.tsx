import { Button, Progress } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { WORLDWIDE } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { bytes } from '../../../i18n/units';
import { ago, countryName, number } from '../../../i18n/format';
import { useLocationFilter } from '../../../shared/location/location-filter';
import { LocationSelect } from '../../../shared/location/LocationSelect';
import { notifier, useIsOnline, useLanguage, useUser } from '../../../shared/session/session';
import { PageHeader } from '../../../ui/PageHeader';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useLocationSpecies } from '../../species/data';
import { guideKeeper, type KeptGuide, sumGuideBytes, useGuidePlan, useKept } from './data';
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

/** What is kept of a country, or its progress; it can be stopped, continued, updated and deleted. */
function Kept({ guide }: { guide: KeptGuide }) {
  const { t } = useTranslation(['knowledge', 'common']);
  const language = useLanguage();
  const { pictures, stored, state } = guide;
  const values = { stored: number(stored, language), of: number(pictures.length, language), size: bytes(sumGuideBytes(guide), language) };
  return (
    <div className={classes.card}>
      {state === 'done' ? (
        <p>{t('offline.done', { ...values, ago: ago(guide.at, language) })}</p>
      ) : (
        <>
          <p role="status">{t('offline.progress', values)}</p>
          <Progress
            value={pictures.length === 0 ? 0 : (100 * stored) / pictures.length}
            size="lg"
            aria-label={t('offline.progress', values)}
          />
          <StateNote state={state} />
        </>
      )}
      <Actions guide={guide} />
    </div>
  );
}

function StateNote({ state }: { state: KeptGuide['state'] }) {
  const { t } = useTranslation('knowledge');
  const isOnline = useIsOnline();
  const isWaiting = useStore(guideKeeper()!.store, (now) => now.isWaiting);
  const note =
    state === 'full' ? t('offline.full') : state === 'paused' ? t('offline.paused') : !isOnline || isWaiting ? t('offline.waiting') : null;
  return (
    <p className={classes.note} role="status">
      {note}
    </p>
  );
}

function Actions({ guide: { country, state, language: kept } }: { guide: KeptGuide }) {
  const { t } = useTranslation('knowledge');
  const language = useLanguage();
  const { data: plan } = useGuidePlan(state === 'done' ? country : null);
  const [isDeleting, setDeleting] = useState(false);
  const keeper = guideKeeper()!;
  const run = (work: Promise<void>) => {
    work.catch((error: unknown) => notifier.show('negative', t('offline.failed'), { cause: error }));
  };
  const remove = () => {
    setDeleting(true);
    run(keeper.remove(country));
  };
  return (
    <div className={classes.actions}>
      {state === 'running' && <Button onClick={() => run(keeper.pause(country))}>{t('offline.pause')}</Button>}
      {(state === 'paused' || state === 'full') && <Button onClick={() => run(keeper.goOn(country))}>{t('offline.go_on')}</Button>}
      {state === 'done' && plan && (
        <Button variant="default" onClick={() => run(keeper.keep(country, language, plan))}>
          {kept === language ? t('offline.update') : t('offline.update_language')}
        </Button>
      )}
      <Button variant="subtle" color="brick" loading={isDeleting} onClick={remove}>
        {t('offline.delete')}
      </Button>
    </div>
  );
}
