/** What each `feature.ts` declares, put together by `web/vite.config.ts`. */
declare module 'virtual:veld-features' {
  export const features: readonly import('../ui/feature').Feature[];
}
