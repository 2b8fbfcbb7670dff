// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { getMapSources, type MapSettings } from '@veld/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { freshPerson } from '../../../../local/testing/people';
import { json, VeldServer } from '../../../../local/testing/veld-server';
import { renderAs } from '../../../../testing/render-as';
import { loadMapSources, loseSource, mapSources, refreshMapSources } from './settings';
import { SourceChoice } from './SourceChoice';

const common = { attribution: 'Survey', attribution_url: null, min_zoom: 0, max_zoom: 19 };
const SETTINGS: MapSettings = {
  sources: [
    { ...common, id: 'a1', name: 'Photos', kind: 'raster', tiles: ['/tiles/{z}/{x}/{y}.png'], tile_size: 256 },
    { ...common, id: 'b2', name: 'Streets', kind: 'pmtiles', archive: '/api/map/sources/b2/archive', schema: 'protomaps' },
  ],
  disputed: { borders: 'dashed', labels: {} },
};

const start = mapSources.getState();
afterEach(() => mapSources.setState(start, true));

describe('the choice of a map', () => {
  it('is not offered without maps of the operator, and is kept until a source is lost', async () => {
    const anna = freshPerson('anna');
    const server = new VeldServer(anna).answer(getMapSources, () => json({ data: SETTINGS }));
    await renderAs(anna, <SourceChoice />, { server });
    expect(screen.queryByRole('button', { name: 'Choose a map' })).toBeNull();
    await loadMapSources();
    // Another test of this process may have loaded them before.
    await refreshMapSources(Date.now(), true);
    fireEvent.click(await screen.findByRole('button', { name: 'Choose a map' }));
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Built-in map' })).checked).toBe(true);
    fireEvent.click(screen.getByRole('radio', { name: 'Photos' }));
    await waitFor(() => expect(mapSources.getState().chosen).toBe('a1'));

    loseSource('b2');
    expect(mapSources.getState().lost).toBeNull();
    loseSource('a1');
    expect(mapSources.getState().lost).toBe('a1');
    fireEvent.click(screen.getByRole('radio', { name: 'Streets' }));
    expect(mapSources.getState()).toMatchObject({ chosen: 'b2', lost: null });
  });
});
