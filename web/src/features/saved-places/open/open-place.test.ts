import { describe, expect, it } from 'vitest';
import type { SavedPlace } from '../../../local/changes/saved-places';
import { canBeOpen, closeWhatCannotBeOpen, findOpenWarning } from './open-place';

const place = (change: Partial<SavedPlace> = {}): SavedPlace => ({
  id: 'a',
  name: 'Marsh',
  kind: 'patch',
  latitude: 52.1,
  longitude: 5.1,
  uncertainty_m: 50,
  notes: '',
  ...change,
});
const LINE = { type: 'LineString' as const, coordinates: [[5, 52] as [number, number], [5.1, 52] as [number, number]] };

describe('a saved place that is made public', () => {
  it('is no home, no private zone and no line', () => {
    expect(canBeOpen(place())).toBe(true);
    for (const change of [{ kind: 'home' as const }, { is_private_zone: true }, { geometry: LINE }])
      expect(canBeOpen(place(change))).toBe(false);
  });

  it('warns of a home in it or within 500 m, and of a garden', () => {
    const home = place({ id: 'home', kind: 'home', latitude: 52.104 });
    expect(findOpenWarning(place(), [place(), home])).toBe('home_near');
    expect(findOpenWarning(place(), [{ ...home, latitude: 52.2 }])).toBeNull();
    expect(findOpenWarning(place(), [{ ...home, kind: 'garden', is_private_zone: true }])).toBe('home_near');
    expect(findOpenWarning(place({ kind: 'garden' }), [])).toBe('garden');
  });

  it('is closed when it becomes a home, a private zone or a line, and else stays as it is', () => {
    const open = { id: 'page', kind: 'patch' as const, text: '' };
    expect(closeWhatCannotBeOpen(place({ open_to_all: open })).open_to_all).toEqual(open);
    expect(closeWhatCannotBeOpen(place({ open_to_all: open, kind: 'home' })).open_to_all).toBeNull();
    expect(closeWhatCannotBeOpen(place({ open_to_all: open, geometry: LINE })).open_to_all).toBeNull();
    expect(closeWhatCannotBeOpen(place({ kind: 'home' }))).not.toHaveProperty('open_to_all');
  });
});
