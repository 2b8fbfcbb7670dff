/** What each `feature.ts` declares, put together by `web/vite.config.ts`. */
declare module 'virtual:veld-features' {
  const features: readonly import('../ui/feature').Feature[];
  export default features;
}

/** What each `outbox.ts` beside it declares. */
declare module 'virtual:veld-outbox' {
  const outbox: readonly import('../ui/feature').OutboxIcons[];
  export default outbox;
}
