import { Menu } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { embedFilter, type EmbedView, listKeys, MAX_VIEW_NAME } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { allowsBrowsing } from '../../local/app/browsing';
import { isAreaFilter, useLocationName } from '../../shared/location/location-filter';
import { useFilterChips } from '../../shared/record-filter/filter-labels';
import { FILTER_NAMES, makeRecordRequest, type RecordQuery } from '../../shared/record-filter/record-query';
import { notifier, useMaybeUser } from '../../shared/session/session';

const EMBEDDED: readonly string[] = listKeys(embedFilter.shape);
/** What is about the person who looks, and there is none on another website. */
const PERSONAL = FILTER_NAMES.filter((name) => !EMBEDDED.includes(name));

/** Leads to the code with which another website shows the view. Without an account there are no keys. */
export function EmbedItem({ query, show }: { query: RecordQuery; show: EmbedView }) {
  const { t } = useTranslation('explore');
  const me = useMaybeUser()?.id;
  const navigate = useNavigate();
  const chips = useFilterChips(query);
  const place = useLocationName(query.location);
  if (me === undefined) return null;
  const open = async () => {
    if (isAreaFilter(query.location) || PERSONAL.some((name) => query.values[name] !== undefined))
      return notifier.show('negative', t('embed.personal'));
    if (query.values.user_id !== me && !(await allowsBrowsing())) return notifier.show('negative', t('embed.closed'));
    const name = [...chips.map(({ label }) => label), place].join(' · ').slice(0, MAX_VIEW_NAME);
    const view = new URLSearchParams({ ...makeRecordRequest(query), show, name } as Record<string, string>);
    return navigate(`/settings/embeds?${new URLSearchParams({ view: view.toString() })}`);
  };
  return (
    <Menu.Item leftSection={<IconCode size={20} aria-hidden />} onClick={() => void open()}>
      {t('embed.action')}
    </Menu.Item>
  );
}
