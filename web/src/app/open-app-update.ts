import type { AppRouter } from './router';

/** Opens `/app-update`. A person who is recording, or about to, leaves the form first (decision 0025). */
export function openAppUpdate(router: AppRouter, url: string | null): void {
  const canGo = () => router.state.navigation.state === 'idle' && !router.state.location.pathname.startsWith('/observe');
  const go = () => void router.navigate('/app-update', { state: { url } });
  if (canGo()) return go();
  const stop = router.subscribe(() => {
    if (!canGo()) return;
    stop();
    // The router is still completing the navigation to the screen after the form.
    queueMicrotask(go);
  });
}
