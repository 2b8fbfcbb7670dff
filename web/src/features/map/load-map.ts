import i18next from 'i18next';

const inVain = () => undefined;

/**
 * Loads the screen of the map and, at the same time, what it would else ask for one after another. MapLibre goes first, because the
 * screen has many small files. Called from the touch on the tab, so that much is there at the tap.
 */
export function loadMap() {
  // Without a network the map itself reports what is missing.
  import('../../shared/geo/map/engine').catch(inVain);
  import('../../shared/geo/map/map-detail').then(({ chooseDetail }) => chooseDetail()).catch(inVain);
  i18next.loadNamespaces(['map', 'geo']).catch(inVain);
  return import('./MapScreen');
}
