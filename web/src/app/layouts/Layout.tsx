import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { FEATURES } from '../screens';
import { NextScreen, Opening } from './Opening';

type LayoutComponent = ComponentType<{ children: ReactNode }>;

/** The code of a layout is loaded with the first screen that uses it. */
const LOADERS = {
  admin: () => {
    // At the same time, because a journey that goes on after a reload has a gap until it is loaded. The layout reports what is missing.
    for (const { when, load } of FEATURES.flatMap(({ inFrame = [] }) => inFrame)) if (when === 'first') load().catch(() => undefined);
    return import('./AdminLayout').then(({ AdminLayout }) => ({ default: AdminLayout }));
  },
  embed: () => import('./EmbedLayout').then(({ EmbedLayout }) => ({ default: EmbedLayout })),
  empty: () => import('./EmptyLayout').then(({ EmptyLayout }) => ({ default: EmptyLayout })),
  guest: () => import('./GuestLayout').then(({ GuestLayout }) => ({ default: GuestLayout })),
} satisfies Record<string, () => Promise<{ default: LayoutComponent }>>;
type LayoutName = keyof typeof LOADERS;

/** Layouts as they are drawn. One whose code is loaded is drawn at once: React shows what waited up to 300 ms late. */
const layouts = new Map<string, LayoutComponent>();

function layoutOf(name: LayoutName): LayoutComponent {
  const known = layouts.get(name) ?? lazy<LayoutComponent>(LOADERS[name]);
  layouts.set(name, known);
  return known;
}

/** The layout named by the shared setting; the admin layout for none or an unknown name (decision 0023). */
export function layoutName(setting: string | null): LayoutName {
  return isLayoutName(setting) ? setting : 'admin';
}

function isLayoutName(setting: string | null): setting is LayoutName {
  return setting !== null && Object.hasOwn(LOADERS, setting);
}

/** Preloads a layout's code for the first paint. */
export async function loadLayout(setting: string | null): Promise<void> {
  const name = layoutName(setting);
  const { default: Loaded } = await LOADERS[name]();
  if (!layouts.has(name)) layouts.set(name, Loaded);
}

export function Layout({ children }: { children: ReactNode }) {
  const Shown = layoutOf(useStore(layoutSetting, (state) => layoutName(state.layout)));
  return (
    <Suspense fallback={null}>
      <Shown>
        <NextScreen />
        {/* While a screen waits for its texts, the frame stays. */}
        <Suspense fallback={<Opening />}>{children}</Suspense>
      </Shown>
    </Suspense>
  );
}

/** The one shared setting of the layout (decision 0023): initially none. */
export const layoutSetting = createStore<{ layout: string | null }>(() => ({ layout: null }));

export function setLayout(layout: string | null): void {
  if (layoutSetting.getState().layout !== layout) layoutSetting.setState({ layout });
}
