import { existsSync } from 'node:fs';
import { installedBrowser } from '../scripts/installed-browser.mjs';

/** The path of the installed Chromium or Chrome, if there is one; VELD_CHROMIUM takes precedence. */
export function findBrowser(): string | undefined {
  return process.env.VELD_CHROMIUM && existsSync(process.env.VELD_CHROMIUM) ? process.env.VELD_CHROMIUM : installedBrowser();
}

/** As `findBrowser`; throws when there is none. */
export function browserPath(): string {
  const found = findBrowser();
  if (!found) throw new Error('Chromium was not found: install it (Debian package "chromium") or set VELD_CHROMIUM.');
  return found;
}

/**
 * Playwright's own list, which a second one replaces, and the address bar's pop-ups: Chromium draws them in a process of their own, at
 * the cost of a second of CPU time for each browser.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** Chromium does not run as root with its sandbox. The other flags stop the browser's own network traffic. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];
