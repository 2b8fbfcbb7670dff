// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import type { StillShape } from './shapes';
import { StillMap } from './StillMap';

const SHAPES: StillShape[] = [{ kind: 'point', latitude: 52, longitude: 5 }];

describe('a small map', () => {
  it('says what it shows, and credits its sources', async () => {
    await renderAs(freshPerson('anna'), <StillMap label="Map of the place: Utrecht" shapes={SHAPES} />);
    expect(await screen.findByRole('img', { name: 'Map of the place: Utrecht' })).toBeDefined();
    expect(screen.getByText('GeoNames (CC BY 4.0), Natural Earth')).toBeDefined();
  });

  it('is a link that says where it leads', async () => {
    await renderAs(freshPerson('anna'), <StillMap label="Map of the place: Utrecht" shapes={SHAPES} to="/map?at=52,5" />);
    const link = await screen.findByRole('link', { name: 'Map of the place: Utrecht. Open the map' });
    expect(link.getAttribute('href')).toBe('/map?at=52,5');
    expect(screen.queryByRole('img')).toBeNull();
  });
});
