import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../i18n/format';
import { useLanguage, useUser } from '../../accounts/data';
import { FEED_TABS, type FeedTab } from '../feed-view';

/** Chooses whose records, or from where, the feed shows. */
export function FeedTabs({ tab, onChange }: { tab: FeedTab; onChange: (tab: FeedTab) => void }) {
  const { t } = useTranslation('feed');
  const language = useLanguage();
  const { country_code } = useUser();
  const labels: Record<FeedTab, string> = {
    following: t('tab.following'),
    nearby: t('tab.nearby'),
    country: country_code ? countryName(country_code, language) : t('tab.country'),
    worldwide: t('tab.worldwide'),
  };
  return (
    <SegmentedControl
      aria-label={t('tabs')}
      value={tab}
      onChange={(value) => {
        const next = FEED_TABS.find((one) => one === value);
        if (next) onChange(next);
      }}
      data={FEED_TABS.map((one) => ({ value: one, label: labels[one] }))}
    />
  );
}
