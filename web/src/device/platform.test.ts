import { expect, it } from 'vitest';
import { detectPlatform } from './platform';

it.each([
  ['Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/141 Mobile Safari/537.36', 5, 'android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15', 0, 'desktop'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 10, 'desktop'],
] as const)('%s with %i touch points is %s', (userAgent, maxTouchPoints, platform) => {
  expect(detectPlatform({ userAgent, maxTouchPoints })).toBe(platform);
});

it('trusts the platform that a browser reports', () => {
  expect(detectPlatform({ userAgent: 'Mozilla/5.0 (X11; Linux)', maxTouchPoints: 5, userAgentData: { platform: 'Android' } })).toBe(
    'android',
  );
});
