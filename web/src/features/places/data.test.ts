import { describe, expect, it } from 'vitest';
import { directionsAddress, reachOfPlace } from './data';

const PLACE = { latitude: 52.09, longitude: 5.12, name: 'Long Marsh (east)' };

describe('the way to a place', () => {
  it('opens in the app for maps of the device, else in a map on the web', () => {
    expect(directionsAddress(PLACE, 'Mozilla/5.0 (Linux; Android 15)')).toBe(
      'geo:52.09000,5.12000?q=52.09000,5.12000(Long%20Marsh%20(east))',
    );
    expect(directionsAddress(PLACE, 'Mozilla/5.0 (iPhone)')).toBe('https://maps.apple.com/?daddr=52.09000,5.12000');
    expect(directionsAddress(PLACE, 'Mozilla/5.0 (X11; Linux x86_64)')).toContain('openstreetmap.org/directions?to=52.09000,5.12000');
  });

  it('ends somewhere in it: a record there is as uncertain as the place is large', () => {
    expect(reachOfPlace({ area_m2: Math.PI * 500 ** 2 })).toBe(500);
  });
});
