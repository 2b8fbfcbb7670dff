import { Anchor, Button, NativeSelect } from '@mantine/core';
import { type Board, BOARDS, LEAST_FOR_SHARE, type Period, type Ranked, WORLDWIDE } from '@veld/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../i18n/format';
import { Avatar } from '../../ui/avatar/Avatar';
import { HillPath } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useLanguage, useUser } from '../../shared/session/session';
import { isAreaFilter, type LocationFilter, readPublicPlaceId, useLocationFilter } from '../../shared/location/location-filter';
import { LocationSelect } from '../../shared/location/LocationSelect';
import { FreshnessMark, LoadFailure, Marks } from '../../shared/records/lists/ListParts';
import { parsePeriod, usePeriodChoices } from '../species/data';
import { groupFrom, GroupSelect } from '../../shared/taxa/GroupSelect';
import { useLeaderboard } from './data';
import classes from './Leaderboards.module.css';

const STANDARD_PERIOD: Period = 'this_month';

/** What a board can be of. */
const isBoardLocation = (location: LocationFilter) => !isAreaFilter(location) || readPublicPlaceId(location) !== null;

/** People in order of a number, with what is counted. */
export function Leaderboards() {
  const { t } = useTranslation(['community', 'common', 'species', 'explore']);
  const language = useLanguage();
  const me = useUser();
  const [read, write] = useAddressFilter();
  const board = BOARDS.find((one) => one === read('board')) ?? BOARDS[0];
  const asked = read('period');
  const period = asked === null ? STANDARD_PERIOD : /^\d{4}$/.test(asked) ? asked : parsePeriod(asked);
  const periods = usePeriodChoices(period);
  const group = groupFrom(read('group'));
  const [location, setLocation] = useLocationFilter(me.country_code ?? WORLDWIDE, isBoardLocation);
  const { data, error, isPending, dataUpdatedAt, refetch } = useLeaderboard({ board, period, group, location });
  const isRanked = me.preferences.community_opt_in && (me.preferences.leaderboards ?? true);
  const own = data?.own ?? null;

  return (
    <section aria-label={t(`board.${board}`)}>
      <div className={classes.filters}>
        <NativeSelect
          aria-label={t('board.label')}
          value={board}
          onChange={(event) => write({ board: event.currentTarget.value === BOARDS[0] ? null : event.currentTarget.value })}
          data={BOARDS.map((one) => ({ value: one, label: t(`board.${one}`) }))}
        />
        <NativeSelect
          aria-label={t('species:filter.period')}
          value={period}
          onChange={({ currentTarget: { value } }) => write({ period: value === STANDARD_PERIOD ? null : value })}
          data={periods}
        />
        <GroupSelect value={group} onChange={(next) => write({ group: next })} />
        <LocationSelect value={location} onChange={setLocation} publicPlaces={t('explore:public_place.search')} />
      </div>
      <Marks>
        <FreshnessMark isOutdated={data !== undefined && error !== null} refreshedAt={dataUpdatedAt} onRetry={() => void refetch()} />
      </Marks>
      {isPending && <TaxonRowSkeletons label={t('board_loading')} />}
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      <div className={classes.columns}>
        <div>
          {data?.data.length === 0 && (
            <Nobody period={period} location={location} onPeriod={() => write({ period: 'all' })} onLocation={setLocation} />
          )}
          {data && data.data.length > 0 && (
            <ol className={classes.rows}>
              {data.data.map((person) => (
                <Row key={person.id} person={person} board={board} isMe={person.id === me.id} />
              ))}
              {own && !data.data.some(({ id }) => id === own.id) && <Row person={own} board={board} isMe />}
            </ol>
          )}
          {!isRanked && (
            <p className={classes.quiet}>
              {t('board_not_ranked')}{' '}
              <Anchor component={Link} to="/settings/privacy#listed">
                {t('board_settings')}
              </Anchor>
            </p>
          )}
        </div>
        <div>
          <h2 className={classes.why}>{t('why_title')}</h2>
          <p className={classes.quiet}>{t(`why.${board}`, { least: number(LEAST_FOR_SHARE, language) })}</p>
          <p className={classes.quiet}>{t('why.everywhere')}</p>
        </div>
      </div>
    </section>
  );
}

interface NobodyProps {
  period: string;
  location: LocationFilter;
  onPeriod: () => void;
  onLocation: (location: LocationFilter) => void;
}

/** Widens first the period, then the place. */
function Nobody({ period, location, onPeriod, onLocation }: NobodyProps) {
  const { t } = useTranslation(['community', 'common']);
  const isWhole = period === 'all' && location === WORLDWIDE;
  const widen = () => (period === 'all' ? onLocation(WORLDWIDE) : onPeriod());
  return (
    <EmptyState
      drawing={<HillPath />}
      sentence={t('board_empty')}
      action={
        !isWhole && (
          <Button variant="default" onClick={widen}>
            {t(period === 'all' ? 'common:location.worldwide' : 'common:period.all')}
          </Button>
        )
      }
    />
  );
}

function Row({ person, board, isMe }: { person: Ranked; board: Board; isMe: boolean }) {
  const { t } = useTranslation(['community', 'common']);
  const language = useLanguage();
  return (
    <li>
      <Link className={classes.row} data-me={isMe || undefined} to={isMe ? '/profile' : `/profile/${person.id}`}>
        <span className={classes.rank}>{number(person.rank, language)}</span>
        <Avatar person={person} />
        <span className={classes.name}>
          <bdi dir="auto">{person.name}</bdi>
          {isMe && <span className={classes.mark}>{t('you')}</span>}
        </span>
        <span className={classes.value}>{valueText(person.value, board, t, (value, style) => number(value, language, style))}</span>
      </Link>
    </li>
  );
}

type Format = (value: number, options: Intl.NumberFormatOptions) => string;

function valueText(value: number, board: Board, t: TFunction<['community', 'common']>, format: Format): string {
  switch (board) {
    case 'confirmed_species':
    case 'species':
      return t('common:count.species', { count: value });
    case 'records':
      return t('common:count.records', { count: value });
    case 'confirmed_share':
      return format(value / 100, { style: 'percent' });
    case 'identifications':
      return t('ranked_identifications', { count: value });
    case 'new_squares':
      return t('ranked_squares', { count: value });
  }
}
