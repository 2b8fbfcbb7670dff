import type { Language } from '@veld/contract';
import type { TFunction } from 'i18next';
import { ago, countryName, formatDate } from '../../../i18n/format';
import type { TableColumn } from '../../../ui/table/table-types';
import type { AdminUser } from '../data';

type Translator = TFunction<['admin', 'common']>;

export const userId = ({ id }: AdminUser) => id;

/** The roles besides that of everybody, and the pro status. */
export function formatRoles({ roles, is_pro }: Pick<AdminUser, 'roles' | 'is_pro'>, t: Translator): string {
  const shown = (['curator', 'admin'] as const).filter((role) => roles.includes(role)).map((role) => t(`admin:role.${role}`));
  return [...shown, ...(is_pro ? [t('admin:role.pro')] : [])].join(', ');
}

/** The columns of an account. `names` are the countries to choose from. */
export function userColumns(
  t: Translator,
  language: Language,
  countries: readonly { value: string; label: string }[],
): TableColumn<AdminUser>[] {
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
