// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { PublicObservation } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { recordOfForm } from '../../recording/testing/records';
import { RecordMap } from './RecordMap';

const own = recordOfForm({ latitude: 52.0907, longitude: 5.1214, coordinate_uncertainty_m: 20 });
const { saved_at: _, ...rest } = own;
const hidden = { ...rest, is_obscured: true, latitude: 52.05, longitude: 5.08, country_code: 'NL' } as PublicObservation;

describe('the small map of a record', () => {
  it('leads to the place on the map of own records', async () => {
    await renderAs(freshPerson('anna'), <RecordMap record={own} />);
    const link = await screen.findByRole('link', { name: /^Map of the place: .*\. Open the map$/ });
    expect(link.getAttribute('href')).toBe('/map?at=52.09070,5.12140');
  });

  it('says that the exact place of another person’s record is hidden, and leads to the map of everyone', async () => {
    await renderAs(freshPerson('anna'), <RecordMap record={hidden} />);
    const link = await screen.findByRole('link', { name: 'Map of the area: Netherlands. The exact place is hidden. Open the map' });
    expect(link.getAttribute('href')).toMatch(/^\/map\?whose=everyone&at=/);
  });

  it('is not there without a place', async () => {
    const { container } = await renderAs(freshPerson('anna'), <RecordMap record={{ ...hidden, latitude: null, longitude: null }} />);
    expect(container.querySelector('canvas')).toBeNull();
  });
});
