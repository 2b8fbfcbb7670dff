import { IconArrowLeft } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, Link } from 'react-router';
import { SectionLevel } from '../features/settings/Section';
import { findSection, type SettingsSection } from '../features/settings/sections/section-list';
import { SettingsLayout, useIsWide } from '../features/settings/SettingsLayout';
import { useUser } from '../shared/session/session';
import { usePageTitle } from '../ui/frame/page-title';
import { useHashScroll } from '../ui/frame/use-hash-scroll';
import NotFoundScreen from './NotFoundScreen';
import classes from './SettingsSectionPage.module.css';

/** A section of the settings by its address; like any other address, an unknown one is not found. */
export default function SettingsSectionPage() {
  const section = findSection(useParams().section ?? '', useUser());
  return section ? <SectionScreen section={section} /> : <NotFoundScreen />;
}

/** A section of the settings on its own page, beside the index where there is room. */
function SectionScreen({ section: { id, title: key, Part } }: { section: SettingsSection }) {
  const { t } = useTranslation(['settings', 'common']);
  const isWide = useIsWide();
  const title = t(key);
  usePageTitle(title);
  useHashScroll();
  return (
    <SettingsLayout header={isWide && <p className={classes.settings}>{t('common:screens.settings')}</p>}>
      {!isWide && (
        <Link className={classes.back} to="/settings/profile">
          <IconArrowLeft size={20} aria-hidden /> {t('common:screens.settings')}
        </Link>
      )}
      <SectionLevel value={1}>
        <Suspense fallback={null}>
          <Part key={id} id={id} title={title} />
        </Suspense>
      </SectionLevel>
    </SettingsLayout>
  );
}
