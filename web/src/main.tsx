import { TAXON_GROUPS } from '@veld/contract';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { firstScreen } from './app/first-screen';
import { openAppUpdate } from './app/open-app-update';
import { PreferredTheme } from './app/PreferredTheme';
import { createRouter } from './app/router';
import { registerServiceWorker } from './local/app/app-version';
import { i18next, startI18n } from './i18n/i18n';
import { currentLocale } from './i18n/locale';
import { followCountry, followPreferredLanguage } from './local/app/language';
import { readShareFault } from './local/device/shared-files-news';
import { setLanguage, startVeld } from './local/app/veld';
import { ThemeProvider } from './ui/ThemeProvider';

/** Messages come a moment after the screen; nothing can have happened before. */
const Notices = lazy(() => import('./app/Notices').then((module) => ({ default: module.Notices })));

readShareFault();
setLanguage(currentLocale());
const texts = startI18n();
// The first screen loads while the texts do.
const router = createRouter();
await texts;

followCountry();
followPreferredLanguage();
void registerServiceWorker();
startVeld({ goToAppUpdate: (url) => openAppUpdate(router, url), startTaxonomy, firstScreen: firstScreen(router) });

/** Its code loads after the first screen too. */
function startTaxonomy(): () => void {
  let stop = () => {};
  let isStopped = false;
  void import('./local/app/taxonomy-loop').then(({ startTaxonomy: start }) => {
    // Homonyms are distinguished by the name of their group, in the app's language.
    const groups = Object.fromEntries(TAXON_GROUPS.map((group) => [group, i18next.t(`group.${group}`).toLocaleLowerCase(currentLocale())]));
    if (!isStopped) stop = start(groups);
  });
  return () => {
    isStopped = true;
    stop();
  };
}

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <ThemeProvider>
      <PreferredTheme />
      <RouterProvider router={router} />
      <Suspense fallback={null}>
        <Notices goTo={(address) => void router.navigate(address)} />
      </Suspense>
    </ThemeProvider>
  </StrictMode>,
);
