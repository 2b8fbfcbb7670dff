// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { saveObservation } from '../../../local/records/observations';
import { freshPerson, observer } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { storedJourney, walkedTrack } from '../testing/journeys';
import EndCard, { drawEndCard } from './EndCard';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('names the species and how far it was, and its picture has the track only if the person wants it', async () => {
  const anna = freshPerson('anna');
  const database = openUserDatabase(anna.id);
  const track = walkedTrack(60);
  const journey = await storedJourney(database, {}, track);
  const robin = { id: 17, name: 'robin', scientific_name: 'Erithacus', rank: 'species', group: 'bird' as const, image_url: null };
  const draft = {
    taxon_id: 17,
    observed_on: '2026-05-09',
    observed_time: '10:05',
    latitude: 52.01,
    longitude: 4.618,
    journey_id: journey.id,
  };
  await saveObservation(database, draft, [], { user: observer(anna), taxon: robin });
  const records = await database.observations.toArray();
  const drawn: string[] = [];
  const recorded: Record<string, unknown> = {
    fillText: (text: string) => drawn.push(text),
    measureText: () => ({ width: 10 }),
    drawImage: (map: HTMLCanvasElement) => drawn.push(`a map of ${map.width} x ${map.height}`),
  };
  // The map is drawn with much more of the canvas than the card.
  const context = new Proxy(recorded, { get: (known, name) => known[String(name)] ?? (() => undefined), set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['png'], { type: 'image/png' })));
  await renderAs(anna, <EndCard journey={journey} points={track} records={records} />, { at: `/journey/${journey.id}` });
  expect(await screen.findByText('6.7 km')).toBeDefined();
  expect(await screen.findByText('robin')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open the journey' }).getAttribute('href')).toBe(`/journey/${journey.id}`);

  drawn.length = 0;
  fireEvent.click(screen.getByRole('button', { name: 'Share as a picture' }));
  await waitFor(() => expect(drawn).toContain('robin'));
  expect(drawn).toContain(journey.name);
  expect(drawn.join()).not.toContain('a map');
  drawn.length = 0;
  fireEvent.click(screen.getByRole('switch', { name: /^With my exact track/ }));
  // As sharp as the rest, whatever the screen, and with the credit of what was drawn.
  await waitFor(() => expect(drawn).toContain('a map of 1080 x 520'));
  expect(drawn).toContain('GeoNames (CC BY 4.0), Natural Earth');
});

it('counts on its picture the species that have no room on it', async () => {
  const drawn: string[] = [];
  const context = { fillRect: () => {}, fillText: (text: string) => drawn.push(text), measureText: () => ({ width: 10 }) };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null));
  const species = Array.from({ length: 40 }, (_, at) => `species ${at}`);
  await drawEndCard({ title: 'Walk', figures: [], line: null, species, more: 2 }, null);
  const named = drawn.filter((text) => text.startsWith('species')).length;
  expect(drawn).toContain(`+ ${42 - named}`);
});
