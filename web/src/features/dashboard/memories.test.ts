import { describe, expect, it } from 'vitest';
import { extractFact } from '../../local/db/facts';
import type { LocalFact, LocalObservation } from '../../shared/records/own';
import { pickMemories } from './EarlierYears';

const TODAY = '2026-05-13';
const FACT = extractFact({
  id: 'x',
  taxon: null,
  observed_on: TODAY,
  count: null,
  media: [],
  attributes: {},
  deleted: 0,
} as unknown as LocalObservation)!;
describe('memories', () => {
  const here = { latitude: 52.1, longitude: 5.1 };
  const far = { latitude: 43.7, longitude: 7.2 };
  let id = 0;
  const made = (observed_on: string | null, change: Partial<LocalFact> = {}): LocalFact => ({
    ...FACT,
    observed_on,
    tick: 0,
    taxon_id: ++id,
    id: String(id),
    ...here,
    has_photo: false,
    is_heard: false,
    ...change,
  });
  const picked = (facts: LocalFact[], today = TODAY, at: typeof here | null = here) => pickMemories(facts, today, at, 9);

  it('are of earlier years and within three days of the date, over New Year too', () => {
    const [near, edge] = [made('2025-05-11'), made('2019-05-16')];
    expect(picked([near, edge, made('2025-05-09'), made('2025-05-17'), made('2026-05-12'), made('2025-05'), made(null)])).toEqual([
      near,
      edge,
    ]);
    const eve = made('2024-12-31');
    expect(picked([eve, made('2025-12-31'), made('2024-12-20')], '2026-01-02')).toEqual([eve]);
  });

  it('begin with those near here, then those with a photo, then the later years, each taxon once', () => {
    const old = made('2015-05-13', { has_photo: true, taxon_id: 1 });
    const away = made('2025-05-13', { ...far, has_photo: true });
    const plain = made('2025-05-12');
    const older = made('2024-05-13');
    expect(picked([away, older, plain, old, made('2014-05-13', { taxon_id: 1 })])).toEqual([old, plain, older, away]);
    expect(picked([older, away], TODAY, null)).toEqual([away, older]);
  });

  it('are no absences and no ticks', () => {
    expect(picked([made('2025-05-13', { count: 0 }), made('2025-05-13', { tick: 1 })])).toEqual([]);
  });
});
