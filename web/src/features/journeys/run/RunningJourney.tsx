import i18next from 'i18next';
import { lazy, Suspense } from 'react';
import { opened } from './open-journey';
import { useOpenJourney } from './use-open-journey';

const inVain = () => undefined;

/** Recording and its bar, which most people do not need at most times. */
const OpenJourney = lazy(loadOpen);

/** With its texts, which it would else ask for once it is there. */
function loadOpen() {
  i18next.loadNamespaces(['journeys', 'geo']).catch(inVain);
  return import('./OpenJourney');
}

/** Loads what an open journey shows as soon as there is one, and not one after another when it is rendered. */
function load(): void {
  const { journey } = opened.getState();
  if (!journey) return;
  loadOpen().catch(inVain);
  if (journey.ended_at !== null) import('../review/ReviewDialog').catch(inVain);
}

opened.subscribe(load);
load();

/** The running journey on every screen, if there is one. */
export default function RunningJourney() {
  const journey = useOpenJourney();
  if (!journey) return null;
  return (
    <Suspense fallback={null}>
      <OpenJourney key={journey.id} journey={journey} />
    </Suspense>
  );
}
