import type { User } from '@veld/contract';
import { openUserDatabase } from '../db/database';
import type { AuthListeners } from './auth-listeners';
import type { KeptAuthState } from './auth-state';
import { applyChange, pendingChanges } from './user-changes';

interface Parts {
  stored: KeptAuthState;
  listeners: AuthListeners;
  /** The language of the app. */
  language: () => string;
}

/** The user as the server last sent it, with the changes that are still queued, and the effects of a new one. */
export class CurrentUser {
  readonly #parts: Parts;
  #effects: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async take(user: User, token: string): Promise<void> {
    const changes = await pendingChanges(openUserDatabase(user.id));
    const shown = changes.reduce(applyChange, user);
    // A logout, or another person's login, may have come while the response was on its way.
    const row = await this.#parts.stored.update((before) =>
      before.token === token ? { ...before, user: shown, needs_login: false } : null,
    );
    if (row) this.#runEffects(row.user!);
  }

  /** Resolves when the effects of a changed country have run. */
  settled(): Promise<void> {
    return this.#effects;
  }

  #runEffects(user: User): void {
    const { listeners, language } = this.#parts;
    const preferred = user.preferences.language;
    if (preferred && preferred !== language()) for (const listener of listeners.of('preferredLanguage')) listener(preferred);
    // One after another: the next one compares with the country that the one before has stored.
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
