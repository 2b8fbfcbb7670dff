import type { Language, User } from '@veld/contract';
import type { TFunction } from 'i18next';
import { countryName, distance, languageName, number } from '../../../i18n/format';
import type { SendingRules } from '../../../local/outbox/sending-rules';
import type { Appearance } from '../../../ui/appearance';
import type { ThemeChoice } from '../../../ui/ThemeProvider';
import { licenseName } from '../../../shared/records/record-labels';

/** What the lines of the index are made of. */
export interface Facts {
  t: TFunction<['settings', 'common']>;
  language: Language;
  user: User;
  theme: ThemeChoice;
  /** Of this device. */
  shown: Appearance;
  /** Of this device; undefined while they load. */
  rules: SendingRules | undefined;
}

export type Summary = (facts: Facts) => string;

const joined = (...parts: (string | false)[]): string => parts.filter(Boolean).join(' · ');

export const account: Summary = ({ user }) => joined(user.name, user.email);

export const language: Summary = ({ language: shown, user }) =>
  [shown, ...user.preferences.name_languages.filter((one) => one !== shown)].map(languageName).join(' · ');

export const country: Summary = ({ t, language: shown, user }) =>
  user.country_code === null ? t('settings:country.none') : countryName(user.country_code, shown);

export const units: Summary = ({ t, user }) => t(`settings:units.${user.preferences.units}`);

export const appearance: Summary = ({ t, language: spoken, theme, shown }) =>
  joined(
    t(`settings:appearance.${theme}`),
    shown.text !== 100 && t('settings:summary.text', { percent: number(shown.text / 100, spoken, { style: 'percent' }) }),
    shown.isStill && t('settings:appearance.still'),
    shown.isLeftHanded && t('settings:appearance.left'),
  );

export const privacy: Summary = ({ t, user: { preferences } }) =>
  joined(
    t(`common:geoprivacy.${preferences.geoprivacy}`),
    t(preferences.community_opt_in ? 'settings:summary.listed' : 'settings:summary.not_listed'),
  );

export const licence: Summary = ({ user: { preferences } }) => {
  const { license, photo_license } = preferences;
  return joined(licenseName(license), photo_license != null && photo_license !== license && licenseName(photo_license));
};

export const recording: Summary = ({ t, language: shown, user: { preferences } }) =>
  t('settings:summary.accuracy', { distance: distance(preferences.recording.target_accuracy_m ?? 10, preferences.units, shown) });

export const notifications: Summary = ({ t, user: { preferences } }) =>
  joined(
    t('settings:summary.notified_app'),
    preferences.notifications.has_digest && t('settings:summary.notified_mail'),
    preferences.notifications.has_push && t('settings:summary.notified_push'),
  );

export const sync: Summary = ({ t, rules }) =>
  rules ? t(rules.paused ? 'settings:summary.paused' : `settings:summary.photos_${rules.photos}`) : '';
