import { Button } from '@mantine/core';
import { deleteFeedKey, getFeedKey, getRecordFeed, putFeedKey, type SavedView } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allowsBrowsing } from '../../../local/app/browsing';
import { api } from '../../../local/app/veld';
import { newToken } from '../../../local/db/ids';
import { isAreaFilter } from '../../location/location-filter';
import { notifier } from '../../session/session';
import { makeRecordRequest } from '../record-query';
import { readView } from './view-address';
import classes from './SavedViewsDialog.module.css';

/** The secret of the person, which the device makes if there is none. */
async function findFeedKey(): Promise<string> {
  const { data } = await api.call(getFeedKey, {});
  const key = data.key ?? newToken();
  if (data.key === null) await api.call(putFeedKey, { body: { key } });
  return key;
}

/** The address of the feed of a view: without a secret where visitors may read lists, unless the filter is of the person. */
async function findFeedAddress(view: SavedView): Promise<string> {
  const filter = readView(view);
  const query = new URLSearchParams(Object.entries(makeRecordRequest(filter)).map(([name, value]) => [name, String(value)]));
  query.set('name', view.name);
  const isPersonal = isAreaFilter(filter.location) || filter.values.polygon !== undefined || filter.values.unseen === '1';
  if (isPersonal || !(await allowsBrowsing())) query.set('key', await findFeedKey());
  return new URL(`${getRecordFeed.path}?${query}`, window.location.href).href;
}

/** Copies the address of the feed of a view, and ends all such addresses. */
export function FeedAddress({ view }: { view: SavedView }) {
  const { t } = useTranslation('explore');
  const [address, setAddress] = useState<string | null>(null);
  const [isWorking, setWorking] = useState(false);
  const run = (work: () => Promise<void>) => {
    setWorking(true);
    work()
      .catch((cause: unknown) => void notifier.show('negative', t('feed.failed'), { cause }))
      .finally(() => setWorking(false));
  };
  const copy = () =>
    run(async () => {
      const found = await findFeedAddress(view);
      setAddress(found);
      // Without permission for the clipboard, the address can be selected on the page.
      await navigator.clipboard.writeText(found).then(
        () => void notifier.show('positive', t('feed.copied')),
        () => undefined,
      );
    });
  const end = () =>
    run(async () => {
      await api.call(deleteFeedKey, {});
      setAddress(null);
      notifier.show('positive', t('feed.ended'));
    });
  return (
    <div className={classes.acts}>
      <Button variant="default" loading={isWorking} onClick={copy}>
        {t('feed.copy')}
      </Button>
      {address !== null && <code className={classes.address}>{address}</code>}
      {address?.includes('key=') && (
        <>
          <p className={classes.note}>{t('feed.secret')}</p>
          <Button variant="default" disabled={isWorking} onClick={end}>
            {t('feed.end')}
          </Button>
        </>
      )}
    </div>
  );
}
