import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytes } from '../../../i18n/bytes';
import { countryName } from '../../../i18n/format';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { notifier, useIsOnline, useLanguage } from '../../../shared/session/session';
import { sumGuideBytes, guideKeeper, useGuidePlan } from './data';
import classes from './Offline.module.css';

/** Says how much there is to keep of a country, and begins. */
export function NotKept({ country }: { country: string }) {
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
