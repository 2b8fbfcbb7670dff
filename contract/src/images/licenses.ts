/** Licences that a curator can state for an image: open ones, by their SPDX-like codes with version. */
export const IMAGE_LICENSES = [
  'CC0-1.0',
  'PDM-1.0',
  'CC-BY-4.0',
  'CC-BY-3.0',
  'CC-BY-2.5',
  'CC-BY-2.0',
  'CC-BY-SA-4.0',
  'CC-BY-SA-3.0',
  'CC-BY-SA-2.5',
  'CC-BY-SA-2.0',
] as const;

const LICENSE = /^cc-(by(?:-nc)?(?:-sa|-nd)?)(?:-([1-4]\.[0-9])(?:[,-][0-9.,-]*(?![a-z]))?(?:-([a-z]{2,10}))?)?$/;
/** Sites that name no version mean the current one. */
const CURRENT_VERSION = '4.0';

/** The code of a licence as this server stores it, such as `CC-BY-SA-3.0-DE`; null for what is not a Creative Commons licence. */
export function parseImageLicense(text: string): string | null {
  const code = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-');
  if (/^cc-?(0|zero)(-1\.0)?$/.test(code)) return 'CC0-1.0';
  if (/^(pd|pdm|pdm-1\.0|cc-pd|cc-pd-mark|pd-.*|public-domain)$/.test(code)) return 'PDM-1.0';
  const found = LICENSE.exec(code);
  if (!found) return null;
  const [, kind, version = CURRENT_VERSION, country] = found;
  return ['CC', kind, version, country].filter(Boolean).join('-').toUpperCase();
}

/** The address of the text of a licence with a code of `parseImageLicense`; null for other codes. */
export function imageLicenseUrl(code: string): string | null {
  if (code === 'CC0-1.0') return 'https://creativecommons.org/publicdomain/zero/1.0/';
  if (code === 'PDM-1.0') return 'https://creativecommons.org/publicdomain/mark/1.0/';
  const found = LICENSE.exec(code.toLowerCase());
  if (!found?.[2]) return null;
  return `https://creativecommons.org/licenses/${[found[1], found[2], found[3]].filter(Boolean).join('/')}/`;
}

/** Whether an image with this licence may be shown and cropped. Non-commercial licences are up to the server. */
export function isImageLicense(code: string, allowsNonCommercial: boolean): boolean {
  if (code === 'CC0-1.0' || code === 'PDM-1.0') return true;
  const kind = LICENSE.exec(code.toLowerCase())?.[1];
  if (kind === undefined || kind.includes('nd')) return false;
  return allowsNonCommercial || !kind.includes('nc');
}
