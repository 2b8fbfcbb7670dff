/** Settings for servers of tests, which send more requests than people do and expect their outcome at once. */
export const HIGH_LIMITS = {
  LIMIT_LOGIN_ACCOUNT: '100000',
  LIMIT_LOGIN_ADDRESS: '100000',
  LIMIT_REGISTER: '100000',
  LIMIT_RESET: '100000',
  LIMIT_WRITES: '1000000',
  LIMIT_TILES: '1000000',
  LIMIT_BROWSING: '1000000',
  LIMIT_TILE_REQUESTS: '100000',
  LIMIT_WEATHER: '100000',
  LIMIT_IMAGE_SITE: '100000',
  LIMIT_IMAGE_SEARCHES: '100000',
  COUNTS_MAX_AGE: '0',
  // What visitors may see is tested where it is set.
  ALLOW_BROWSING: '0',
  // Tests ask nothing of other sites.
  COMMONS_API_URL: 'off',
  INATURALIST_API_URL: 'off',
};
