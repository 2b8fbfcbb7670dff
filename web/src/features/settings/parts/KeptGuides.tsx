import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bytes } from '../../../i18n/bytes';
import { countryName } from '../../../i18n/format';
import { notifier, useLanguage } from '../../../shared/session/session';
import { sumGuideBytes, guideKeeper, type KeptGuide, useKept } from '../../knowledge/offline/data';
import classes from '../storage.module.css';

/** The countries that are kept for use without a connection, each with its size. */
export function KeptGuides() {
  return useKept()?.map((guide) => <KeptLine key={guide.country} guide={guide} />) ?? null;
}

function KeptLine({ guide }: { guide: KeptGuide }) {
  const { t } = useTranslation('knowledge');
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const country = countryName(guide.country, language);
  const remove = async () => {
    setBusy(true);
    try {
      await guideKeeper()?.remove(guide.country);
    } catch (error) {
      notifier.show('negative', t('offline.failed'), { cause: error });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.kind}>
      <dt>
        {t('offline.kept', { country })}
        <span className={classes.note}>{t('offline.kept_note')}</span>
      </dt>
      <dd>
        <Link to={`/knowledge?view=offline&country=${guide.country}`}>{bytes(sumGuideBytes(guide), language)}</Link>
        <Button variant="subtle" loading={isBusy} onClick={() => void remove()} aria-label={t('offline.delete_of', { country })}>
          {t('offline.delete')}
        </Button>
      </dd>
    </div>
  );
}
