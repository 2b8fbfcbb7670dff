import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { ago, countryName } from '../../../i18n/format';
import { ServerTable } from '../../../ui/table/ServerTable';
import { standardState, type TableState } from '../../../ui/table/table-types';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { TableCard } from '../../../ui/table/TableCard';
import { useCountryChoices } from '../../../shared/location/country-choices';
import { useLanguage } from '../../../shared/session/session';
import { useTableTexts } from '../../../shared/session/table-texts';
import { useAdminUsers } from '../data';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { UserDialog } from './UserDialog';
import { formatRoles, userColumns, userId } from './user-columns';

const NEWEST_FIRST = [{ id: 'created_at', isDescending: true }];

/** Everybody with an account; a name opens what can be done. */
export default function UsersTable() {
  const { t } = useTranslation(['admin', 'common']);
  const language = useLanguage();
  const countries = useCountryChoices();
  const columns = useMemo(() => userColumns(t, language, countries), [t, language, countries]);
  const [state, setState] = useState<TableState>(() => standardState(columns, NEWEST_FIRST));
  const [query, setQuery] = useSearchParams();
  const opened = query.get('user');
  const texts = useTableTexts(t('user.search'));
  const [sort] = state.sort;
  const { rows, total, failure, retry, more, isLoadingMore } = useAdminUsers({
    ...(state.search.trim() === '' ? {} : { search: state.search.trim().slice(0, 100) }),
    ...(state.filters.role ? { role: state.filters.role as 'admin' } : {}),
    ...(state.filters.country ? { country: state.filters.country } : {}),
    ...(sort ? { sort: sort.id as 'name', order: sort.isDescending ? 'desc' : 'asc' } : {}),
  });
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  return (
    <>
      {rows ? (
        <ServerTable
          rows={rows}
          total={total}
          rowId={userId}
          rowName={({ name }) => name}
          columns={columns}
          label={t('section.users')}
          state={state}
          onState={setState}
          onMore={more}
          isLoadingMore={isLoadingMore}
          moreLabel={t('common:action.show_more')}
          renderCard={(user) => (
            <TableCard>
              <Link dir="auto" to={`?user=${user.id}`}>
                {user.name}
              </Link>
              <span>{user.email}</span>
              <small>
                {[
                  formatRoles(user, t),
                  user.country_code && countryName(user.country_code, language),
                  user.last_seen_at ? ago(user.last_seen_at, language) : t('user.not_logged_in'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </TableCard>
          )}
          cardHeight={122}
          empty={t('user.none')}
          texts={texts}
        />
      ) : (
        <TaxonRowSkeletons label={t('loading')} />
      )}
      {opened && <UserDialog key={opened} id={opened} onClose={() => setQuery({}, { replace: true })} />}
    </>
  );
}
