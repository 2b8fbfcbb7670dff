import { existsSync } from 'node:fs';

/** Without the parts that draw windows, a test takes an eighth less time. */
const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of an installed Chromium or Chrome, if there is one. */
export function installedBrowser() {
  return [SHELL, ...WHOLE].find((path) => existsSync(path));
}

/** The path of one with all parts: the small one never allows a site to show notifications. */
export function installedWholeBrowser() {
  return WHOLE.find((path) => existsSync(path));
}
