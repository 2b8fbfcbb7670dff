/** Lets a waiting version of the app take over; `then` is called once it controls the page. */
export function takeOver(waiting: ServiceWorker, then: () => void): void {
  navigator.serviceWorker.addEventListener('controllerchange', then, { once: true });
  waiting.postMessage({ type: 'skip-waiting' });
}
