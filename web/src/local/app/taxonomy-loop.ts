import { checkTaxonomyUpdates, getTaxonomy, logTaxonomy, type TaxonomyPage } from '@veld/contract';
import { deviceLocale } from '../../i18n/locale';
import { systemClock } from '../device/clock';
import { newId } from '../db/ids';
import { createCopyNotifier } from '../taxonomy/stored-copies';
import { buildInWorker } from '../taxonomy/build-in-worker';
import { TaxonomyDatabase } from '../taxonomy/database';
import { withCrossTabLock } from '../taxonomy/ports';
import { setGroupLabels } from '../taxonomy/search';
import { TaxonomyUpdate } from '../taxonomy/update';
import { api, auth, network, notifier } from './veld';

let update: TaxonomyUpdate | null = null;

/** The taxonomy update of this page, created on first use. */
export function taxonomyUpdate(): TaxonomyUpdate {
  update ??= new TaxonomyUpdate({
    db: new TaxonomyDatabase(),
    clock: systemClock,
    fetchPage: async (query) => (await api.call(getTaxonomy, { query }, { token: null })) as TaxonomyPage,
    checkUpdates: async (query) => (await api.call(checkTaxonomyUpdates, { query }, { token: null })).data,
    sendLog: (body) => api.call(logTaxonomy, { body }, { token: null }),
    session() {
      const { user, token } = auth.state();
      return {
        loggedIn: user !== null && token !== null,
        country: user?.country_code ?? null,
        locale: deviceLocale(),
        nameLanguages: user?.preferences.name_languages ?? [],
        debug: user?.taxonomy_debug ?? false,
      };
    },
    online: () => network.state() === 'online',
    withLock: withCrossTabLock,
    processId: newId(),
    notify: ({ type, text }) => notifier.show(type, text),
    announce: createCopyNotifier(),
    startBuild: buildInWorker,
  });
  return update;
}

/**
 * Starts the loop, with an immediate tick after a login or a change of country. `groups`: localised group names for homonym
 * labels. Returns the stop function.
 */
export function startTaxonomy(groups: Record<string, string>): () => void {
  const running = taxonomyUpdate();
  void setGroupLabels(groups).catch(() => undefined);
  running.start();
  const ends = [
    auth.store.subscribe((after, before) => {
      if (after.token !== null && after.token !== before.token) running.wake();
    }),
    auth.on('countryChanged', () => running.wake()),
  ];
  return () => {
    running.stop();
    for (const end of ends) end();
  };
}
