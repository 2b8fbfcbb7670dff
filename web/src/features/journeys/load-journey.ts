const inVain = () => undefined;

/** Loads the screen of a journey and, at the same time, the page of an own one, which it would else ask for after it. */
export function loadJourney() {
  // What is missing is asked for again by the screen, which reports it.
  import('./page/JourneyPage').catch(inVain);
  return import('./JourneyScreen');
}
