/** Whether the person wants little motion: by the settings of the device, or by those of the app (appearance.ts). */
export function wantsStill(): boolean {
  return document.documentElement.dataset.veldMotion === 'reduce' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
