import {
  IconBell,
  IconBook2,
  IconBrandSafari,
  IconFeather,
  IconHome,
  IconLeaf,
  IconMap2,
  IconMessage2,
  IconPhotoEdit,
  IconRoute,
  IconSend,
  IconSettings,
  IconShieldCog,
  IconTallymarks,
  IconUsers,
  IconZoomQuestion,
} from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { countryName } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { auth, network } from '../../local/app/veld';
import { mayCurate } from '../../local/session/guards';
import type { FrameItem } from '../../ui/frame/FrameLink';
import { Frame } from '../../ui/frame/Frame';
import { UserBlock } from '../../ui/frame/UserBlock';
import { OfflineChip } from '../../ui/OfflineChip';
import { loadMap } from '../../features/map/load-map';
import { LogOut } from './LogOut';
import { ShellPosition } from './ShellPosition';
import { ShellStatistics } from './ShellStatistics';
import { ShellSync } from './ShellSync';

const Motivation = lazy(() => import('../MotivationHost'));
// Loaded with this layout (Layout.tsx).
const RunningJourney = lazy(() => import('../../features/journeys/run/RunningJourney'));
// Loaded after the first screen.
const UnreadCount = lazy(() => import('../../features/notifications/UnreadCount'));
const DownloadHost = lazy(() => import('../../features/tile-requests/DownloadHost'));
/** Only the drawer has it. */
const SyncNow = lazy(() => import('./SyncNow'));
const LogoutDialog = lazy(() => import('../../features/accounts/LogoutDialog'));

/** From the touch to the tap, the first map is loaded. */
const aimAtMap = () => {
  loadMap().catch(() => undefined);
};

const SETTLED_MS = 2000;

/** False until the first screen had time to load. */
function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}

/** The standard layout for logged-in users, despite its name (decision 0023). */
export function AdminLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  const user = useStore(auth.store, (state) => state.user);
  const [isAsking, setAsking] = useState(false);
  const isSettled = useSettled();
  const [unread, setUnread] = useState(0);
  const isOnline = useStore(network.store, (state) => state.state === 'online');
  const isCurator = mayCurate(user?.roles);
  const isAdmin = user?.roles.includes('admin') ?? false;
  const item = (to: string, label: string, icon: FrameItem['icon']): FrameItem => ({ to, label, icon });

  const bell = {
    ...item('/notifications', t('screens.notifications'), IconBell),
    badge: unread > 0 ? { text: unread > 99 ? '99+' : String(unread), label: t('nav.unread', { count: unread }) } : null,
  };

  return (
    <Frame
      labels={{
        skip: t('nav.skip'),
        navigation: t('nav.main'),
        observe: t('nav.observe'),
        more: t('nav.more'),
        close: t('nav.close_more'),
        home: t('screens.dashboard'),
        collapse: t('nav.collapse'),
        expand: t('nav.expand'),
      }}
      observeTo="/observe"
      homeTo="/"
      bell={bell}
      bar={[
        item('/feed', t('screens.feed'), IconFeather),
        { ...item('/map', t('screens.map'), IconMap2), onAim: aimAtMap },
        item('/my-species', t('screens.my_species'), IconLeaf),
      ]}
      items={[
        item('/', t('screens.dashboard'), IconHome),
        bell,
        item('/discover', t('screens.discover'), IconBrandSafari),
        item('/knowledge', t('screens.knowledge'), IconBook2),
        item('/my-journeys', t('screens.my_journeys'), IconRoute),
        item('/observe/tally', t('screens.tally'), IconTallymarks),
        item('/community', t('screens.community'), IconUsers),
        item('/identify', t('screens.identify'), IconZoomQuestion),
      ]}
      rare={[
        item('/outbox', t('screens.outbox'), IconSend),
        // Admins find the images in the administration.
        ...(isCurator && !isAdmin ? [item('/admin/specie-images', t('screens.specie_images'), IconPhotoEdit)] : []),
        ...(isAdmin ? [item('/admin', t('screens.admin'), IconShieldCog)] : []),
        { ...item('/settings/profile', t('screens.settings'), IconSettings), under: '/settings' },
        item('/feedback', t('screens.feedback'), IconMessage2),
      ]}
      user={
        user && (
          <UserBlock
            to="/profile"
            person={user}
            line={user.country_code ? countryName(user.country_code, currentLocale()) : t('location.worldwide')}
          />
        )
      }
      sync={user && <ShellSync />}
      syncDetail={
        user && (
          <Suspense fallback={null}>
            <SyncNow />
          </Suspense>
        )
      }
      statistics={user && <ShellStatistics />}
      footer={user && <LogOut onAsk={() => setAsking(true)} />}
      actions={
        <>
          {user && <ShellPosition />}
          {!isOnline && <OfflineChip label={t('network.offline')} />}
        </>
      }
    >
      {user && (
        <Suspense fallback={null}>
          <div data-yields>
            <RunningJourney key={user.id} />
          </div>
        </Suspense>
      )}
      {children}
      {user && (
        <Suspense fallback={null}>
          <Motivation key={user.id} />
        </Suspense>
      )}
      {user && isSettled && (
        <Suspense fallback={null}>
          <UnreadCount onCount={setUnread} />
          <DownloadHost key={user.id} />
        </Suspense>
      )}
      {user && isAsking && (
        <Suspense fallback={null}>
          <LogoutDialog opened onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Frame>
  );
}
