import {
  IconAdjustments,
  IconBell,
  IconBulb,
  IconCloudUp,
  IconCode,
  IconDatabase,
  IconDevices,
  IconDownload,
  IconEyeOff,
  IconFlag,
  IconInfoCircle,
  IconLanguage,
  IconLicense,
  IconMapPins,
  IconRuler2,
  IconShieldCheck,
  IconSun,
  IconTrash,
  IconTrophy,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import type { User } from '@veld/contract';
import type { ParseKeys } from 'i18next';
import { type ComponentType, lazy } from 'react';
import { AccountSection } from './AccountSection';
import { AdminSection } from './AdminSection';
import { AppearanceSection } from './AppearanceSection';
import { AboutSection, IntroductionsSection, MotivationSection, SyncSection, UnitsSection } from './AppSections';
import { DeleteSection } from './DeleteSection';
import { EmbedSection } from '../embeds/EmbedSection';
import { CountrySection, LanguageSection } from './LanguageSections';
import { LicenceSection, PrivacySection, RecordingSection } from './RecordSections';
import { SessionSection } from './SessionSection';
import { StorageSection } from '../storage/StorageFacts';
import { PeopleSection } from '../people/PeopleSection';
import type { SectionProps } from '../Section';
import * as summaries from './summaries';

/** A text of the settings or of the shell. */
type Text = ParseKeys<['settings', 'common']>;

interface Entry {
  id: string;
  title: Text;
  icon: ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>;
  /** The line below the title in the index: what is chosen now, or what the section is for. */
  summary: summaries.Summary;
  /** What else people call it, separated by commas; the search finds these too. */
  words: Text;
  /** The single settings in it, each of which the search can show. */
  settings: readonly Text[];
  /** Who has it; if absent, everybody. */
  isFor?: (user: User) => boolean;
}

/** A section of the settings, at `/settings/{id}`. */
export interface SettingsSection extends Entry {
  Part: ComponentType<SectionProps>;
}

/** An entry of the index that leads to a screen of its own. */
interface SettingsLink extends Entry {
  to: string;
}

/** The index of the settings. A new section is one more entry, with its texts. */
export const SECTIONS: readonly (SettingsSection | SettingsLink)[] = [
  {
    id: 'account',
    title: 'settings:account.title',
    icon: IconUser,
    summary: summaries.account,
    words: 'settings:search_words.account',
    settings: ['settings:account.name', 'settings:account.email', 'common:nav.log_out'],
    Part: AccountSection,
  },
  {
    id: 'security',
    title: 'settings:sessions.security',
    icon: IconDevices,
    summary: ({ t }) => t('settings:sessions.lead'),
    words: 'settings:search_words.security',
    settings: ['settings:account.password', 'settings:sessions.title'],
    Part: SessionSection,
  },
  {
    id: 'language',
    title: 'settings:language.with_names',
    icon: IconLanguage,
    summary: summaries.language,
    words: 'settings:search_words.language',
    settings: ['settings:language.title', 'settings:names.title'],
    Part: LanguageSection,
  },
  {
    id: 'country',
    title: 'settings:country.title',
    icon: IconFlag,
    summary: summaries.country,
    words: 'settings:search_words.country',
    settings: [],
    Part: CountrySection,
  },
  {
    id: 'units',
    title: 'settings:units.title',
    icon: IconRuler2,
    summary: summaries.units,
    words: 'settings:search_words.units',
    settings: [],
    Part: UnitsSection,
  },
  {
    id: 'appearance',
    title: 'settings:appearance.title',
    icon: IconSun,
    summary: summaries.appearance,
    words: 'settings:search_words.appearance',
    settings: [
      'settings:appearance.dark',
      'settings:appearance.contrast',
      'settings:appearance.text_size',
      'settings:appearance.still',
      'settings:appearance.left',
    ],
    Part: AppearanceSection,
  },
  {
    id: 'privacy',
    title: 'settings:privacy.title',
    icon: IconEyeOff,
    summary: summaries.privacy,
    words: 'settings:search_words.privacy',
    settings: [
      'settings:privacy.places',
      'settings:privacy.listed',
      'settings:privacy.leaderboards',
      'settings:privacy.messages_title',
      'settings:places.private_zone',
    ],
    Part: PrivacySection,
  },
  {
    id: 'licence',
    title: 'settings:licence.titles',
    icon: IconLicense,
    summary: summaries.licence,
    words: 'settings:search_words.licence',
    settings: ['settings:licence.title', 'settings:licence.photos'],
    Part: LicenceSection,
  },
  {
    id: 'recording',
    title: 'settings:recording.title',
    icon: IconAdjustments,
    summary: summaries.recording,
    words: 'settings:search_words.recording',
    settings: ['settings:recording.ask_place', 'settings:recording.target', 'settings:recording.average'],
    Part: RecordingSection,
  },
  {
    id: 'my-locations',
    title: 'common:screens.my_locations',
    icon: IconMapPins,
    summary: ({ t }) => t('settings:summary.places'),
    words: 'settings:search_words.places',
    settings: [],
    to: '/settings/my-locations',
  },
  {
    id: 'sync',
    title: 'settings:sync.title',
    icon: IconCloudUp,
    summary: summaries.sync,
    words: 'settings:search_words.sync',
    settings: ['settings:sync.wifi'],
    Part: SyncSection,
  },
  {
    id: 'storage',
    title: 'common:screens.storage',
    icon: IconDatabase,
    summary: ({ t }) => t('settings:storage.lead'),
    words: 'settings:search_words.storage',
    settings: [],
    Part: StorageSection,
  },
  {
    id: 'notifications',
    title: 'common:screens.notifications',
    icon: IconBell,
    summary: summaries.notifications,
    words: 'settings:search_words.notifications',
    settings: [
      'settings:notifications.digest',
      'settings:notifications.push_title',
      'settings:notifications.quiet',
      'settings:notifications.time_zone',
    ],
    Part: lazy(() => import('../notifications/NotificationSection')),
  },
  {
    id: 'gamification',
    title: 'settings:gamification.title',
    icon: IconTrophy,
    summary: ({ t, user }) => t(user.preferences.gamification ? 'settings:summary.on' : 'settings:summary.off'),
    words: 'settings:search_words.gamification',
    settings: [],
    Part: MotivationSection,
  },
  {
    id: 'introductions',
    title: 'settings:introductions.title',
    icon: IconBulb,
    summary: ({ t }) => t('settings:introductions.lead'),
    words: 'settings:search_words.introductions',
    settings: [],
    Part: IntroductionsSection,
  },
  {
    id: 'people',
    title: 'settings:people.title',
    icon: IconUsers,
    summary: ({ t }) => t('settings:people.lead'),
    words: 'settings:search_words.people',
    settings: [],
    Part: PeopleSection,
  },
  {
    id: 'embeds',
    title: 'settings:embeds.title',
    icon: IconCode,
    summary: ({ t }) => t('settings:summary.embeds'),
    words: 'settings:search_words.embeds',
    settings: [],
    Part: EmbedSection,
  },
  {
    id: 'data',
    title: 'settings:data.title',
    icon: IconDownload,
    summary: ({ t }) => t('settings:summary.data'),
    words: 'settings:search_words.data',
    settings: ['settings:data.export', 'settings:data.import'],
    // With the code that writes archives.
    Part: lazy(() => import('../export/DataSection')),
  },
  {
    id: 'about',
    title: 'settings:about.title',
    icon: IconInfoCircle,
    summary: ({ t }) => t('common:nav.version', { version: __APP_VERSION__ }),
    words: 'settings:search_words.about',
    settings: [],
    Part: AboutSection,
  },
  {
    id: 'admin',
    title: 'settings:admins.title',
    icon: IconShieldCheck,
    summary: ({ t }) => t('settings:admins.lead'),
    words: 'settings:search_words.admin',
    settings: ['settings:admins.give_up'],
    isFor: ({ roles }) => roles.includes('admin'),
    Part: AdminSection,
  },
  {
    id: 'delete',
    title: 'settings:delete.title',
    icon: IconTrash,
    summary: ({ t }) => t('settings:summary.delete'),
    words: 'settings:search_words.delete',
    settings: [],
    Part: DeleteSection,
  },
];

/** Earlier names of sections, in links of articles and mails. */
const EARLIER: Record<string, string> = { names: 'language', sessions: 'security' };

export function findSectionAddress(section: SettingsSection | SettingsLink): string {
  return 'to' in section ? section.to : `/settings/${section.id}`;
}

/** The section with this id; undefined if there is none, or the person does not have it. */
export function findSection(id: string, user: User): SettingsSection | undefined {
  const name = id.toLowerCase();
  const section = SECTIONS.find((one) => one.id === (EARLIER[name] ?? name));
  return section && 'Part' in section && (section.isFor?.(user) ?? true) ? section : undefined;
}

export function sectionsFor(user: User): (SettingsSection | SettingsLink)[] {
  return SECTIONS.filter(({ isFor }) => isFor?.(user) ?? true);
}
