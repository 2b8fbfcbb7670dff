import { ADMIN_USER_SORTS, isOneOf, type Language } from '@veld/contract';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { ago, countryName, formatDate } from '../../../i18n/format';
import { useCountryChoices } from '../../../shared/location/countries';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { useLanguage } from '../../../shared/session/session';
import { useTableTexts } from '../../../shared/session/table-texts';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { ServerTable } from '../../../ui/table/ServerTable';
import { standardState, type TableColumn, type TableState } from '../../../ui/table/table-types';
import { TableCard } from '../../../ui/table/TableCard';
import { type AdminUser, useAdminUsers } from '../data';
import { UserDialog } from './UserDialog';

const userId = ({ id }: AdminUser) => id;

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
    ...(sort && isOneOf(ADMIN_USER_SORTS, sort.id) ? { sort: sort.id, order: sort.isDescending ? 'desc' : 'asc' } : {}),
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

type Translator = TFunction<['admin', 'common']>;

/** The roles besides that of everybody, and the pro status. */
function formatRoles({ roles, is_pro }: Pick<AdminUser, 'roles' | 'is_pro'>, t: Translator): string {
  const shown = (['curator', 'admin'] as const).filter((role) => roles.includes(role)).map((role) => t(`admin:role.${role}`));
  return [...shown, ...(is_pro ? [t('admin:role.pro')] : [])].join(', ');
}

/** The columns of an account. `names` are the countries to choose from. */
function userColumns(t: Translator, language: Language, countries: readonly { value: string; label: string }[]): TableColumn<AdminUser>[] {
  return [
    { id: 'name', label: t('admin:user.name'), value: ({ name }) => name, to: ({ id }) => `/admin/users?user=${id}`, width: 12 },
    {
      id: 'email',
      label: t('admin:user.email'),
      value: ({ email }) => email,
      text: ({ email, email_confirmed }) => (email_confirmed ? email : t('admin:user.unconfirmed', { email })),
      width: 16,
      isUnsorted: true,
    },
    {
      id: 'role',
      label: t('admin:user.roles'),
      value: (user) => formatRoles(user, t) || null,
      width: 12,
      isUnsorted: true,
      filter: 'choice',
      choices: (['admin', 'curator', 'pro'] as const).map((value) => ({ value, label: t(`admin:role.${value}`) })),
    },
    {
      id: 'country',
      label: t('admin:user.country'),
      value: ({ country_code }) => (country_code ? countryName(country_code, language) : null),
      width: 9,
      isUnsorted: true,
      filter: 'choice',
      choices: countries,
    },
    {
      id: 'created_at',
      label: t('admin:user.created_at'),
      value: ({ created_at }) => created_at,
      text: ({ created_at }) => formatDate(new Date(created_at), language, { dateStyle: 'medium' }),
      width: 9,
    },
    {
      id: 'last_seen_at',
      label: t('admin:user.last_seen_at'),
      value: ({ last_seen_at }) => last_seen_at,
      text: ({ last_seen_at }) => (last_seen_at ? ago(last_seen_at, language) : t('admin:user.not_logged_in')),
      width: 9,
      isUnsorted: true,
    },
  ];
}
