import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  listViewHits,
  MAX_FOLLOWED_VIEWS,
  type SavedView,
  VIEW_NOVELTIES,
  type ViewNovelty,
  deleteFeedKey,
  getFeedKey,
  getRecordFeed,
  putFeedKey,
} from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useState } from 'react';
import { recordedDate } from '../../../i18n/format';
import { api } from '../../../local/app/veld';
import { useLanguage, notifier } from '../../session/session';
import { readView } from './view-address';
import { allowsBrowsing } from '../../../local/app/browsing';
import { newToken } from '../../../local/db/ids';
import { isAreaFilter } from '../../location/location-filter';
import { makeRecordRequest } from '../record-query';
import classes from './SavedViewsDialog.module.css';

interface NoveltyProps {
  value: ViewNovelty | null;
  /** Whether the person may follow one more. */
  canFollow: boolean;
  onChange: (novelty: ViewNovelty | null) => void;
}

/** Which records of a view the person is notified of. */
export function NoveltySelect({ value, canFollow, onChange }: NoveltyProps) {
  const { t } = useTranslation('explore');
  const isFull = value === null && !canFollow;
  return (
    <NativeSelect
      label={t('follow.label')}
      description={isFull ? t('follow.full', { count: MAX_FOLLOWED_VIEWS }) : undefined}
      disabled={isFull}
      value={value ?? ''}
      onChange={(event) => onChange(VIEW_NOVELTIES.find((one) => one === event.currentTarget.value) ?? null)}
      data={[{ value: '', label: t('follow.off') }, ...VIEW_NOVELTIES.map((one) => ({ value: one, label: t(`follow.novelty.${one}`) }))]}
    />
  );
}

interface Props {
  view: SavedView;
  canFollow: boolean;
  onChange: (view: SavedView) => void;
}

/** Follows a view: by notifications, which can be paused and say what they found, and by a feed. */
export function FollowView({ view, canFollow, onChange }: Props) {
  const { t } = useTranslation('explore');
  const novelty = view.novelty ?? null;
  if (readView(view).unread.length > 0) return <p className={classes.note}>{t('follow.unclear')}</p>;
  return (
    <div className={classes.form}>
      <NoveltySelect value={novelty} canFollow={canFollow} onChange={(next) => onChange({ ...view, novelty: next, is_paused: false })} />
      {novelty !== null && (
        <>
          <Checkbox
            label={t('follow.pause')}
            checked={view.is_paused === true}
            onChange={(event) => onChange({ ...view, is_paused: event.currentTarget.checked })}
          />
          <LastHits id={view.id} />
        </>
      )}
      <FeedAddress view={view} />
    </div>
  );
}

/** What the person was notified of last. Says nothing until the server has answered. */
function LastHits({ id }: { id: string }) {
  const { t } = useTranslation(['explore', 'common']);
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['view-hits', id],
    queryFn: async ({ signal }) => (await api.call(listViewHits, { params: { id } }, { signal })).data,
  });
  if (error && !data)
    return (
      <p className={classes.removed}>
        {t('common:network.could_not_refresh')}
        <Button variant="default" onClick={() => void refetch()}>
          {t('common:action.retry')}
        </Button>
      </p>
    );
  if (!data) return null;
  if (data.length === 0) return <p className={classes.note}>{t('follow.no_hits')}</p>;
  return (
    <ul className={classes.list} aria-label={t('follow.hits')}>
      {data.slice(0, 5).map((record) => (
        <li key={record.id} className={classes.row}>
          <Link className={classes.name} to={`/observations/${record.id}`} dir="auto">
            {[record.taxon?.name ?? t('common:taxon.unnamed'), record.user.name, recordedDate(record.observed_on, language)].join(' · ')}
          </Link>
        </li>
      ))}
    </ul>
  );
}

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
  const { polygon, hidden, unseen } = filter.values;
  const isPersonal = isAreaFilter(filter.location) || (polygon ?? hidden) !== undefined || unseen === '1';
  if (isPersonal || !(await allowsBrowsing())) query.set('key', await findFeedKey());
  return new URL(`${getRecordFeed.path}?${query}`, window.location.href).href;
}

/** Copies the address of the feed of a view, and ends all such addresses. */
function FeedAddress({ view }: { view: SavedView }) {
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
