import { Anchor, Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { PageHeader } from '../../ui/PageHeader';
import { auth } from '../accounts/data';
import { useUnsentCount } from '../accounts/unsent';
import { AccountSection } from './parts/AccountSection';
import { AppearanceSection, GamificationSection, SyncSection, UnitsSection } from './parts/AppSections';
import { DeleteSection } from './parts/DeleteSection';
import { EmbedSection } from './parts/EmbedSection';
import { CountrySection, LanguageSection, NamesSection } from './parts/LanguageSections';
import { LicenceSection, PrivacySection } from './parts/RecordSections';
import { SessionSection } from './parts/SessionSection';
import { SectionIndex } from './SectionIndex';
import classes from './settings.module.css';

const LogoutDialog = lazy(() => import('../accounts/LogoutDialog'));

export default function SettingsScreen() {
  const { t } = useTranslation(['settings', 'common']);
  const navigate = useNavigate();
  const unsent = useUnsentCount();
  const [isLeaving, setIsLeaving] = useState(false);
  /** At once where nothing waits; else the person says what is to happen to it. */
  const leave = async () => {
    if (unsent !== 0) return setIsLeaving(true);
    await auth.logout();
    await navigate('/welcome');
  };
  const sections = [
    { id: 'account', title: t('account.title'), Part: AccountSection },
    { id: 'country', title: t('country.title'), Part: CountrySection },
    { id: 'language', title: t('language.title'), Part: LanguageSection },
    { id: 'names', title: t('names.title'), Part: NamesSection },
    { id: 'appearance', title: t('appearance.title'), Part: AppearanceSection },
    { id: 'units', title: t('units.title'), Part: UnitsSection },
    { id: 'privacy', title: t('privacy.title'), Part: PrivacySection },
    { id: 'licence', title: t('licence.title'), Part: LicenceSection },
    { id: 'sync', title: t('sync.title'), Part: SyncSection },
    { id: 'gamification', title: t('gamification.title'), Part: GamificationSection },
    { id: 'sessions', title: t('sessions.title'), Part: SessionSection },
    { id: 'embeds', title: t('embeds.title'), Part: EmbedSection },
    { id: 'delete', title: t('delete.title'), Part: DeleteSection },
  ];

  // The address may name a part that was not on the page when the browser looked for it.
  useEffect(() => {
    const id = location.hash.slice(1);
    if (id) document.getElementById(id)?.scrollIntoView();
  }, []);

  return (
    <>
      <PageHeader
        title={t('common:screens.settings')}
        lead={
          <>
            <Anchor component={Link} to="/settings/my-locations">
              {t('common:screens.my_locations')}
            </Anchor>
            {' · '}
            <Anchor component={Link} to="/storage">
              {t('common:screens.storage')}
            </Anchor>
          </>
        }
        actions={
          <Button variant="default" onClick={() => void leave()}>
            {t('common:nav.log_out')}
          </Button>
        }
      />
      <div className={classes.layout}>
        <SectionIndex sections={sections} />
        <div className={classes.sections}>
          {sections.map(({ id, title, Part }) => (
            <Part key={id} id={id} title={title} />
          ))}
        </div>
      </div>
      {isLeaving && (
        <Suspense fallback={null}>
          <LogoutDialog opened onClose={() => setIsLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}
