import { IconChevronRight, IconDatabase, IconMapPins } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHashScroll } from '../../ui/frame/use-hash-scroll';
import { PageHeader } from '../../ui/PageHeader';
import { useMaybeUser } from '../accounts/data';
import { AccountSection } from './parts/AccountSection';
import { AdminSection } from './parts/AdminSection';
import { AppearanceSection, GamificationSection, SyncSection, UnitsSection } from './parts/AppSections';
import { DeleteSection } from './parts/DeleteSection';
import { EmbedSection } from './parts/EmbedSection';
import { CountrySection, LanguageSection, NamesSection } from './parts/LanguageSections';
import { LicenceSection, PrivacySection, RecordingSection } from './parts/RecordSections';
import { SessionSection } from './parts/SessionSection';
import { SectionIndex } from './SectionIndex';
import shared from './settings.module.css';
import classes from './SettingsScreen.module.css';

export default function SettingsScreen() {
  const { t } = useTranslation(['settings', 'common']);
  const isAdmin = useMaybeUser()?.roles.includes('admin') ?? false;
  const sections = [
    { id: 'account', title: t('account.title'), Part: AccountSection },
    { id: 'country', title: t('country.title'), Part: CountrySection },
    { id: 'language', title: t('language.title'), Part: LanguageSection },
    { id: 'names', title: t('names.title'), Part: NamesSection },
    { id: 'appearance', title: t('appearance.title'), Part: AppearanceSection },
    { id: 'units', title: t('units.title'), Part: UnitsSection },
    { id: 'privacy', title: t('privacy.title'), Part: PrivacySection },
    { id: 'licence', title: t('licence.title'), Part: LicenceSection },
    { id: 'recording', title: t('recording.title'), Part: RecordingSection },
    { id: 'sync', title: t('sync.title'), Part: SyncSection },
    { id: 'gamification', title: t('gamification.title'), Part: GamificationSection },
    { id: 'sessions', title: t('sessions.title'), Part: SessionSection },
    { id: 'embeds', title: t('embeds.title'), Part: EmbedSection },
    ...(isAdmin ? [{ id: 'admin', title: t('admins.title'), Part: AdminSection }] : []),
    { id: 'delete', title: t('delete.title'), Part: DeleteSection },
  ];

  useHashScroll();

  return (
    <>
      <PageHeader title={t('common:screens.settings')} />
      <div className={classes.layout}>
        <SectionIndex sections={sections} />
        <div className={classes.sections}>
          <nav className={shared.pages} aria-label={t('pages')}>
            <PageLink to="/settings/my-locations" icon={<IconMapPins size={26} aria-hidden />} title={t('common:screens.my_locations')}>
              {t('places.lead')}
            </PageLink>
            <PageLink to="/storage" icon={<IconDatabase size={26} aria-hidden />} title={t('common:screens.storage')}>
              {t('storage.lead')}
            </PageLink>
          </nav>
          {sections.map(({ id, title, Part }) => (
            <Part key={id} id={id} title={title} />
          ))}
          <p className={classes.credit}>
            {t('town_names')}{' '}
            <a href="https://www.geonames.org" target="_blank" rel="noreferrer">
              GeoNames
            </a>{' '}
            (CC BY 4.0)
          </p>
        </div>
      </div>
    </>
  );
}

/** Link to a settings page. */
function PageLink({ to, icon, title, children }: { to: string; icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <Link className={classes.page} to={to}>
      <span className={classes.pageIcon}>{icon}</span>
      <span className={classes.pageWords}>
        <span className={shared.itemName}>{title}</span>
        <span className={shared.quiet}>{children}</span>
      </span>
      <IconChevronRight className={classes.pageArrow} size={20} aria-hidden />
    </Link>
  );
}
