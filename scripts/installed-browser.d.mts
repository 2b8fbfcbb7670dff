export function installedBrowser(): string | undefined;
export function installedWholeBrowser(): string | undefined;
