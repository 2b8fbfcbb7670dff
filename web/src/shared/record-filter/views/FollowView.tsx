import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listViewHits, MAX_FOLLOWED_VIEWS, type SavedView, VIEW_NOVELTIES, type ViewNovelty } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { recordedDate } from '../../../i18n/format';
import { api } from '../../../local/app/veld';
import { useLanguage } from '../../session/session';
import { FeedAddress } from './FeedAddress';
import { readView } from './view-address';
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
