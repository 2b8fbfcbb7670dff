import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { FrameItem } from './frame/FrameLink';

type LayoutName = 'admin' | 'embed' | 'empty' | 'guest';
type Load<Props = object> = () => Promise<{ default: ComponentType<Props> }>;

/** An entry of the navigation; its text is the title of the screen. People without the role that the screen asks for do not have it. */
interface NavigationEntry extends Pick<FrameItem, 'icon' | 'under' | 'onAim'> {
  /** The bottom bar, the list of the drawer, or its end, where what is seldom needed is. */
  in: 'bar' | 'list' | 'end';
  /** Entries are shown in the order of these numbers. */
  at: number;
  /** Admins find it in the administration. */
  notForAdmins?: true;
  /** Only people who validate have it. */
  forValidators?: true;
}

/** A screen as its feature declares it. */
interface Screen {
  name: string;
  path: string;
  /** Other addresses, which lead to `path` with the same parameters. */
  otherPaths?: readonly string[];
  /** `admin` if it has none. */
  layout?: LayoutName;
  /** `auth` if it has none. In order, in addition to `check-auth`, which runs first on every route (decision 0023). */
  guards?: readonly string[];
  /** Key of the title in `common:screens`, if that is not the name. */
  title?: string;
  load: Load;
  /** The texts it needs, loaded with it instead of after it: those of screens that the app often starts with. */
  texts?: readonly string[];
  /** Shows data from the server and is wrapped in the query cache. */
  asksServer?: true;
  navigation?: NavigationEntry;
}

/** A screen of the app. */
export interface ScreenRoute extends Screen {
  layout: LayoutName;
  guards: readonly string[];
  title: string;
  /** What visitors without an account see where the instance lets them look around, in the layout for guests (decision 0052). */
  visitor?: Load;
}

/** What the app hands to what features have in its frame. */
export interface FramePartProps {
  /** All screens of the app. */
  screens: readonly ScreenRoute[];
  /** Where a button stands among the small ones at the top; it changes with the width of the frame. Null for what is not `later`. */
  slot: HTMLElement | null;
}

/** What a feature has on every screen of people with an account, such as the bar of a running journey. */
export type FramePart = {
  /** `first`: with the frame, above the screen. `next`: after the frame. `later`: when the first screen had time to load. */
  when: 'first' | 'next' | 'later';
} & (
  | {
      /** Stands for the person too: another one gets a new one. */
      load: Load<FramePartProps>;
      asksServer?: undefined;
    }
  | { load: Load; asksServer: true }
);

/** Notices of a feature outside of its screens, also before login. It draws nothing, and adds them by `addNotice`. */
export interface NoticesProps {
  goTo: (address: string) => void;
}

type OutboxLabel = ParseKeys<'outbox'> extends infer Key ? (Key extends `discard.${infer Label}` ? Label : never) : never;

/**
 * What a feature adds to the app, declared in its `feature.ts`. It is part of the first script, so it imports no more than icons of the
 * navigation, and code only where it is loaded. What it changes on the server while there is no connection is declared in
 * `web/src/local/changes`.
 */
export interface Feature {
  screens?: readonly Screen[];
  /** For visitors, by the name of the screen that they see it instead of. */
  visitors?: Readonly<Record<string, Load>>;
  inFrame?: readonly FramePart[];
  /** Loaded a moment after the first screen. */
  notices?: Load<NoticesProps>;
}

/**
 * The icons of a feature on the outbox screen, by the label of the operation. Declared in the `outbox.ts` beside its `feature.ts`, which is
 * loaded with that screen.
 */
export type OutboxIcons = Readonly<Partial<Record<OutboxLabel, FrameItem['icon']>>>;

/** The screens of all features. */
export function composeScreens(features: readonly Feature[]): ScreenRoute[] {
  const visitors = new Map(features.flatMap((feature) => Object.entries(feature.visitors ?? {})));
  return features.flatMap(({ screens = [] }) =>
    screens.map((screen): ScreenRoute => {
      const visitor = visitors.get(screen.name);
      return { layout: 'admin', guards: ['auth'], title: screen.name, ...screen, ...(visitor && { visitor }) };
    }),
  );
}
