/** The decision of a guard: null passes; anything else ends the chain. */
export type GuardResult = null | { redirect: string } | { show: 'forbidden' | 'not-found' };

export interface GuardContext {
  url: URL;
}

export type Guard = (context: GuardContext) => GuardResult | Promise<GuardResult>;

/** Whether somebody with these roles may do what curators do. */
export function mayCurate(roles: readonly string[] = []): boolean {
  return roles.includes('curator') || roles.includes('admin');
}

/** Whether somebody who is logged in and has these roles passes the guards. */
export function mayPass(guards: readonly string[], roles: readonly string[]): boolean {
  return (!guards.includes('admin') || roles.includes('admin')) && (!guards.includes('curator') || mayCurate(roles));
}

export type RunGuards = (names: readonly string[], context: GuardContext) => Promise<GuardResult>;

/**
 * Looks up all names first: an unknown one throws before any guard has run. Then runs the guards in order until one does not pass
 * (decision 0023). `check-auth` runs first on every route.
 */
export function createGuards(guards: Readonly<Record<string, Guard>>): RunGuards {
  return async (names, context) => {
    const all = ['check-auth', ...names.filter((name) => name !== 'check-auth')];
    const chain = all.map((name) => {
      const guard = Object.hasOwn(guards, name) ? guards[name] : undefined;
      if (!guard) throw new Error(`Undefined middleware [${name}]`);
      return guard;
    });
    for (const guard of chain) {
      const result = await guard(context);
      if (result) return result;
    }
    return null;
  };
}

export interface GuardParts {
  auth: {
    /** Resolves once the stored state is known. */
    ready(): Promise<unknown>;
    fetchUser(options: { force: boolean }): Promise<unknown>;
    state(): { user: { roles: readonly string[] } | null; token: string | null };
  };
  /** Whether the server knows the key; throws if the server cannot be reached. */
  isEmbedKey(key: string): Promise<boolean>;
}

const EMBED_KEY = /^[A-Za-z0-9_-]{20,80}$/;

/** The guards of the app (decision 0023). */
export function appGuards({
  auth,
  isEmbedKey,
}: GuardParts): Record<'check-auth' | 'auth' | 'guest' | 'curator' | 'admin' | 'embed-key', Guard> {
  let first: Promise<unknown> | null = null;

  async function firstNavigation() {
    await auth.ready();
    const { user, token } = auth.state();
    // Without a network, the app opens anyway.
    if (token && !user) await auth.fetchUser({ force: true }).catch(() => null);
  }

  return {
    async 'check-auth'() {
      await (first ??= firstNavigation());
      return null;
    },
    auth: () => (auth.state().user ? null : { redirect: '/welcome' }),
    guest() {
      const { user, token } = auth.state();
      return user && token ? { redirect: '/' } : null;
    },
    curator() {
      const roles = auth.state().user?.roles ?? [];
      return mayCurate(roles) ? null : { show: 'forbidden' };
    },
    admin() {
      const roles = auth.state().user?.roles ?? [];
      return roles.includes('admin') ? null : { show: 'forbidden' };
    },
    async 'embed-key'({ url }) {
      const [key = '', ...others] = url.searchParams.getAll('key');
      if (!EMBED_KEY.test(key) || others.length > 0) return { show: 'not-found' };
      // If the server cannot be reached, the screen opens and reports it.
      const isKnown = await isEmbedKey(key).catch(() => true);
      return isKnown ? null : { show: 'not-found' };
    },
  };
}
