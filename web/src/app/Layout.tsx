import { type ReactNode } from 'react';
import { useStore } from 'zustand';
import { AdminLayout } from './layouts/AdminLayout';
import { EmbedLayout } from './layouts/EmbedLayout';
import { EmptyLayout } from './layouts/EmptyLayout';
import { GuestLayout } from './layouts/GuestLayout';
import { layoutSetting } from './layout-setting';

const LAYOUTS: Readonly<Record<string, typeof AdminLayout>> = {
  admin: AdminLayout,
  embed: EmbedLayout,
  empty: EmptyLayout,
  guest: GuestLayout,
};

/** The layout that the shared setting names; none or an unknown name is the admin layout (specification section 1). */
export function layoutFor(name: string | null): typeof AdminLayout {
  return (name !== null && Object.hasOwn(LAYOUTS, name) ? LAYOUTS[name] : undefined) ?? AdminLayout;
}

export function Layout({ children }: { children: ReactNode }) {
  const name = useStore(layoutSetting, (state) => state.layout);
  const Shown = layoutFor(name);
  return <Shown>{children}</Shown>;
}
