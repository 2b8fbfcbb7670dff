import { lazy, type ReactNode, Suspense } from 'react';
import WelcomeScreen from '../features/accounts/WelcomeScreen';

// The page is complete without the map, which comes later or not at all.
const WelcomeMap = lazy<() => ReactNode>(() => import('../shared/geo/still/WelcomeMap').catch(() => ({ default: () => null })));

/** The welcome screen with a small map of everyone's records. */
export default function WelcomePage() {
  return (
    <WelcomeScreen
      map={
        <Suspense fallback={null}>
          <WelcomeMap />
        </Suspense>
      }
    />
  );
}
