import { useTranslation } from 'react-i18next';
import { WORLDWIDE } from '@veld/contract';
import { useUser } from '../../../shared/session/session';
import type { LocationFilter } from '../../../shared/location/location-filter';
import { useLocationName } from '../../../shared/location/location-place';
import { TabRow } from '../../../ui/fields/TabRow';
import { FEED_TABS, type FeedTab } from '../feed-view';

interface Props {
  tab: FeedTab;
  /** The country or saved place of the list, if the tab has one. */
  location: LocationFilter;
  onChange: (tab: FeedTab) => void;
}

/** Chooses whose records, or from where, the feed shows. */
export function FeedTabs({ tab, location, onChange }: Props) {
  const { t } = useTranslation('feed');
  const own = useUser().country_code ?? WORLDWIDE;
  const hasPlace = tab === 'country' || own !== WORLDWIDE;
  const place = useLocationName(tab === 'country' ? location : own);
  const labels: Record<FeedTab, string> = {
    following: t('tab.following'),
    nearby: t('tab.nearby'),
    country: (hasPlace && place) || t('tab.country'),
    worldwide: t('tab.worldwide'),
  };
  return <TabRow label={t('tabs')} value={tab} onChange={onChange} tabs={FEED_TABS.map((one) => ({ value: one, label: labels[one] }))} />;
}
