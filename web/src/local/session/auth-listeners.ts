import type { AuthEvents } from './auth-types';

/** The listeners of each event. */
export class AuthListeners {
  readonly #listeners: { [E in keyof AuthEvents]: Set<AuthEvents[E]> } = {
    countryChanged: new Set(),
    preferredLanguage: new Set(),
    reopened: new Set(),
    emailShared: new Set(),
  };

  on<E extends keyof AuthEvents>(event: E, listener: AuthEvents[E]): () => void {
    this.#listeners[event].add(listener);
    return () => void this.#listeners[event].delete(listener);
  }

  of<E extends keyof AuthEvents>(event: E): AuthEvents[E][] {
    return [...this.#listeners[event]];
  }
}
