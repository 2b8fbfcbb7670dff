import type { User } from '@veld/contract';
import { openUserDatabase } from '../db/database';
import type { AuthListeners } from './auth-listeners';
import type { PersistedAuth } from './auth-state';
import { applyChange, pendingChanges } from '../changes/accounts';

interface Parts {
  stored: PersistedAuth;
  listeners: AuthListeners;
  /** The language of the app. */
  language: () => string;
}

/** Not every answer counts what is unread; the last count stays. */
function countOf(user: User | null): Pick<User, 'unread_notifications'> {
  return { unread_notifications: user?.unread_notifications };
}

/** The user as last sent by the server, with queued changes applied. Runs the effects of changed user data. */
export class CurrentUser {
  readonly #parts: Parts;
  #effects: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async store(user: User, token: string): Promise<void> {
    const changes = await pendingChanges(openUserDatabase(user.id));
    const shown = changes.reduce(applyChange, user);
    // A logout or another user's login may have happened during the request.
    const row = await this.#parts.stored.update((before) =>
      before.token === token ? { ...before, user: { ...countOf(before.user), ...shown }, needs_login: false } : null,
    );
    if (row) this.#runEffects(row.user!);
  }

  /** Resolves once the effects of a changed country have run. */
  settled(): Promise<void> {
    return this.#effects;
  }

  #runEffects(user: User): void {
    const { listeners, language } = this.#parts;
    const preferred = user.preferences.language;
    if (preferred && preferred !== language()) for (const listener of listeners.of('preferredLanguage')) listener(preferred);
    // Sequentially: each compares with the country that the previous one has stored.
    this.#effects = this.#effects.then(() => this.#announceCountry()).catch(() => undefined);
  }

  async #announceCountry(): Promise<void> {
    const { stored, listeners } = this.#parts;
    const { user, userCountryCode: before } = stored.store.getState();
    if (!user || user.country_code === before) return;
    await Promise.allSettled(listeners.of('countryChanged').map(async (listener) => listener(user.country_code, before)));
    await stored.update((row) => ({ ...row, userCountryCode: user.country_code }));
  }
}
