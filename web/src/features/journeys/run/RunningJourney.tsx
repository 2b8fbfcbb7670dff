import i18next from 'i18next';
import { lazy, Suspense, useEffect } from 'react';
import { currentJourney } from '../../../local/records/journeys/current';
import { currentDatabase } from '../../accounts/data';
import { useOpenJourney } from './use-open-journey';

/** Recording and its bar, which most people do not need at most times. */
const OpenJourney = lazy(loadOpen);

/** With its texts, which it would else ask for once it is there. */
function loadOpen() {
  i18next.loadNamespaces(['journeys', 'geo']).catch(() => undefined);
  return import('./OpenJourney');
}

/** Loads it while the journey itself is read. */
async function prepare(): Promise<void> {
  const current = await currentJourney.read(currentDatabase());
  if (current && current.ended_at === null) await loadOpen();
}

/** The running journey on every screen, if there is one. */
export default function RunningJourney() {
  const journey = useOpenJourney();
  useEffect(() => {
    prepare().catch(() => undefined);
  }, []);
  if (!journey) return null;
  return (
    <Suspense fallback={null}>
      <OpenJourney key={journey.id} journey={journey} />
    </Suspense>
  );
}
