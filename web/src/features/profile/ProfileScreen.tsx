import { Button } from '@mantine/core';
import { IconChartBar, IconSettings } from '@tabler/icons-react';
import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { listKeys } from '@veld/contract';
import { TabRow } from '../../ui/fields/TabRow';
import { Link } from 'react-router';
import { countryName, formatDate } from '../../i18n/format';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useLanguage, useUser } from '../../shared/session/session';
import { useOwnTexts } from './edit/data';
import { AboutPerson, Portrait } from './AboutPerson';
import { OwnRecords } from './OwnRecords';
import { ProfileFilter } from './ProfileFilter';
import classes from './profile.module.css';

const EditProfile = lazy(() => import('./edit/EditProfile'));
const PublicPreview = lazy(() => import('./PublicPreview'));
const OwnJourneys = lazy(() => import('../journeys/list/OwnJourneys'));
const MotivationPanel = lazy(() => import('../motivation/MotivationPanel'));
const OwnSpecies = lazy(() => import('./OwnSpecies'));
const OwnFigures = lazy(() => import('./OwnFigures'));
const OwnIdentifications = lazy(() => import('./OwnIdentifications'));

/** The parts of the profile in order, each with what it shows. */
const PANELS = {
  records: OwnRecords,
  species: OwnSpecies,
  journeys: OwnJourneys,
  statistics: OwnFigures,
  badges: MotivationPanel,
  identifications: OwnIdentifications,
  edit: EditProfile,
  preview: PublicPreview,
} as const satisfies Record<string, ComponentType>;
type Tab = keyof typeof PANELS;
const TABS = listKeys(PANELS);
/** Those that are of a period and a country; the records have their own. */
const FILTERED: readonly Tab[] = ['species', 'statistics', 'identifications'];

/** The user's profile, with its parts (`?tab=`). */
export default function ProfileScreen() {
  const { t } = useTranslation(['profile', 'common']);
  const language = useLanguage();
  const user = useUser();
  const { data: texts } = useOwnTexts();
  const [read, write] = useAddressFilter();
  const tab = TABS.find((one) => one === read('tab')) ?? 'records';
  const Panel = PANELS[tab];
  const joined = formatDate(new Date(user.created_at), language, { month: 'long', year: 'numeric' });
  const line = [user.country_code && countryName(user.country_code, language), t('joined', { month: joined })];

  return (
    <>
      <Portrait
        person={user}
        picture={texts?.portrait_url}
        mark={user.is_pro && <span className={classes.pro}>{t('pro')}</span>}
        line={line.filter(Boolean).join(' · ')}
        actions={
          <>
            <Button component={Link} to="/statistics" variant="default" leftSection={<IconChartBar size={20} aria-hidden />}>
              {t('common:screens.statistics')}
            </Button>
            <Button component={Link} to="/settings/profile" variant="default" leftSection={<IconSettings size={20} aria-hidden />}>
              {t('common:screens.settings')}
            </Button>
          </>
        }
      />
      {texts && <AboutPerson {...texts} />}
      <TabRow
        label={t('views')}
        mt="md"
        value={tab}
        tabs={TABS.map((one) => ({ value: one, label: t(`view.${one}`) }))}
        onChange={(next) => write({ tab: next === 'records' ? null : next })}
      />
      <div className={classes.panel}>
        {FILTERED.includes(tab) && <ProfileFilter />}
        <Suspense fallback={null}>
          <Panel />
        </Suspense>
      </div>
    </>
  );
}
