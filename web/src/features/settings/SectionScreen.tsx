import { IconArrowLeft } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePageTitle } from '../../ui/frame/page-title';
import { useHashScroll } from '../../ui/frame/use-hash-scroll';
import { SectionLevel } from './Section';
import classes from './SectionScreen.module.css';
import type { SettingsSection } from './sections/section-list';
import { SettingsLayout, useIsWide } from './SettingsLayout';

/** A section of the settings on its own page, beside the index where there is room. */
export function SectionScreen({ section: { id, title: key, Part } }: { section: SettingsSection }) {
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
