import { existsSync } from 'node:fs';

/** Chromium as Debian packages it, or the one that VELD_CHROMIUM names. */
export function browserPath(): string {
  const found = [process.env.VELD_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (path) => path && existsSync(path),
  );
  if (!found) throw new Error('There is no Chromium: install Debian’s package chromium, or set VELD_CHROMIUM.');
  return found;
}

/** Root may not use the sandbox; nothing of the browser's own may go out to the network. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
