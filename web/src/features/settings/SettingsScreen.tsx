import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { PageHeader } from '../../ui/PageHeader';
import { useUser } from '../../shared/session/session';
import { SectionLevel } from './Section';
import { findSectionAddress, findSection } from './sections/section-list';
import { SettingsLayout, useIsWide } from './SettingsLayout';

/** The section shown beside the index before one is chosen. */
const FIRST = 'account';

/** All sections of the settings. Where there is room, the first is shown beside them. */
export default function SettingsScreen() {
  const { t } = useTranslation(['settings', 'common']);
  const user = useUser();
  const isWide = useIsWide();
  // Before sections had pages of their own, links named them by the hash; articles on servers still do.
  const { hash } = useLocation();
  const named = findSection(hash.slice(1), user);
  const first = findSection(FIRST, user);
  if (named) return <Navigate to={{ pathname: findSectionAddress(named), hash }} replace />;
  return (
    <SettingsLayout header={<PageHeader title={t('common:screens.settings')} />} shown={isWide ? first?.id : undefined}>
      {isWide && first && (
        <SectionLevel value={2}>
          <first.Part id={first.id} title={t(first.title)} />
        </SectionLevel>
      )}
    </SettingsLayout>
  );
}
