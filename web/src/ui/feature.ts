import type { ComponentType } from 'react';

type LayoutName = 'admin' | 'embed' | 'empty' | 'guest';
type LoadScreen = () => Promise<{ default: ComponentType }>;

/** A screen as its feature declares it. */
interface Screen {
  name: string;
  path: string;
  /** `admin` if it has none. */
  layout?: LayoutName;
  /** `auth` if it has none. In order, in addition to `check-auth`, which runs first on every route (decision 0023). */
  guards?: readonly string[];
  /** Key of the title in `common:screens`, if that is not the name. */
  title?: string;
  load: LoadScreen;
  /** The texts it needs, loaded with it instead of after it: those of screens that the app often starts with. */
  texts?: readonly string[];
  /** Shows data from the server and is wrapped in the query cache. */
  asksServer?: true;
}

/** A screen of the app. */
export interface ScreenRoute extends Screen {
  layout: LayoutName;
  guards: readonly string[];
  title: string;
  /** What visitors without an account see where the instance lets them look around, in the layout for guests (decision 0052). */
  visitor?: LoadScreen;
}

/**
 * What a feature adds to the app, declared in its `feature.ts`. It is part of the first script and read by Node too, so it imports code
 * only where a screen is loaded.
 */
export interface Feature {
  screens?: readonly Screen[];
  /** For visitors, by the name of the screen that they see it instead of. */
  visitors?: Readonly<Record<string, LoadScreen>>;
}

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
