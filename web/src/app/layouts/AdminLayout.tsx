import type { User } from '@veld/contract';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { countryName } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { auth, network } from '../../local/app/veld';
import { mayPass } from '../../local/session/guards';
import type { FramePart, FramePartProps } from '../../ui/feature';
import type { FrameItem } from '../../ui/frame/FrameLink';
import { Frame } from '../../ui/frame/Frame';
import { UserBlock } from '../../ui/frame/UserBlock';
import { OfflineChip } from '../../ui/OfflineChip';
import { FEATURES, SCREENS } from '../screens';
import { LogOut, ShellPosition, ShellStatistics, ShellSync } from './Shell';

// Loaded after the first screen.
const UnreadCount = lazy(() => import('../../features/notifications/UnreadCount'));
/** Only the drawer has it. */
const SyncNow = lazy(() => import('./SyncNow'));
const LogoutDialog = lazy(async () => (await import('./late')).loadLogoutDialog());

/** What features have in the frame, drawn lazily; what cannot be loaded is left out. */
const PARTS = FEATURES.flatMap(({ inFrame = [] }) => inFrame).map((part) => ({ when: part.when, Part: lazy(() => loadPart(part)) }));

async function loadPart(part: FramePart): Promise<{ default: ComponentType<FramePartProps> }> {
  try {
    if (!part.asksServer) return await part.load();
    const [{ default: Part }, { withQueries }] = await Promise.all([part.load(), import('../../shared/session/queries')]);
    return { default: withQueries(Part) };
  } catch (error) {
    console.error('Frame', error);
    return { default: () => null };
  }
}

function Parts({ when, slot = null }: { when: FramePart['when']; slot?: HTMLElement | null }) {
  return PARTS.filter((one) => one.when === when).map(({ Part }, index) => (
    <Suspense key={index} fallback={null}>
      <Part screens={SCREENS} slot={slot} />
    </Suspense>
  ));
}

interface Entry extends FrameItem {
  in: 'bar' | 'list' | 'end';
  at: number;
}

/** The entries of the navigation that features declare, for this person. */
function listEntries({ roles, is_validator: isValidator }: Pick<User, 'roles' | 'is_validator'>, t: (title: string) => string): Entry[] {
  const isAdmin = roles.includes('admin');
  return SCREENS.flatMap(({ path, title, guards, navigation }) => {
    if (!navigation || (navigation.notForAdmins && isAdmin) || (navigation.forValidators && !isValidator)) return [];
    if (!mayPass(guards, roles)) return [];
    return [{ ...navigation, to: path, label: t(title) }];
  }).toSorted((one, other) => one.at - other.at);
}

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
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const isSettled = useSettled();
  const [unread, setUnread] = useState(0);
  const isOnline = useStore(network.store, (state) => state.state === 'online');
  const badge = unread > 0 ? { text: unread > 99 ? '99+' : String(unread), label: t('nav.unread', { count: unread }) } : null;
  const entries = listEntries(user ?? { roles: [] }, (title) => t(`screens.${title}` as 'screens.feed')).map((entry) =>
    entry.to === '/notifications' ? { ...entry, badge } : entry,
  );
  const entriesIn = (place: Entry['in']) => entries.filter((entry) => entry.in === place);

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
        tools: t('nav.tools'),
      }}
      observeTo="/observe"
      homeTo="/"
      bell={entries.find(({ to }) => to === '/notifications')}
      bar={entriesIn('bar')}
      items={entriesIn('list')}
      rare={entriesIn('end')}
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
          <div ref={setSlot} />
        </>
      }
    >
      {user && (
        <div data-yields>
          <Parts key={`first ${user.id}`} when="first" />
        </div>
      )}
      {children}
      {user && <Parts key={`next ${user.id}`} when="next" />}
      {user && isSettled && (
        <>
          <Suspense fallback={null}>
            <UnreadCount onCount={setUnread} />
          </Suspense>
          <Parts key={`later ${user.id}`} when="later" slot={slot} />
        </>
      )}
      {user && isAsking && (
        <Suspense fallback={null}>
          <LogoutDialog opened onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Frame>
  );
}
