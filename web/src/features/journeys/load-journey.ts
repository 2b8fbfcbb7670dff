import i18next from 'i18next';

const inVain = () => undefined;

/** Loads the page of a journey and, at the same time, the texts of all that it shows, which it would else ask for one after another. */
export function loadJourney() {
  // What is missing is asked for again by the screen, which reports it.
  i18next.loadNamespaces(['journeys', 'geo', 'observations']).catch(inVain);
  import('./page/JourneyPage').catch(inVain);
  return import('./JourneyScreen');
}
