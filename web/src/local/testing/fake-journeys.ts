import type { JourneyTombstone, JourneyWrite, OwnJourney, TrackPoint } from '@veld/contract';
import { type Answer, type Asked, json, problem } from './answers';

interface Stored {
  own: OwnJourney;
  writes: Set<string>;
  points: Map<number, TrackPoint>;
  isDeleted: boolean;
  /** In the order of changes. */
  seq: number;
}

/** The server's rules for journeys (docs/journeys.md), in memory, for one user. */
export class FakeJourneys {
  readonly stored = new Map<string, Stored>();
  #seq = 0;

  answer(asked: Asked, url: URL): Answer | null {
    if (url.pathname === '/api/journeys/changes') return this.#changes(url);
    const [, id, part] = /^\/api\/journeys\/([0-9a-f-]{36})(\/points)?$/.exec(url.pathname) ?? [];
    if (!id) return null;
    const known = this.stored.get(id);
    if (part) return asked.method === 'PUT' ? this.#putPoints(known, asked) : pointsOf(known, url);
    if (asked.method === 'PUT') return this.#put(id, known, asked);
    if (asked.method === 'DELETE') return this.#remove(known);
    return known && !known.isDeleted ? json({ data: known.own }) : problem(404, 'not_found');
  }

  /** Changes a journey as another device of the same user would. */
  changeElsewhere(id: string, change: Partial<OwnJourney>): void {
    const known = this.stored.get(id)!;
    known.own = { ...known.own, ...change, version: known.own.version + 1 };
    known.seq = ++this.#seq;
  }

  #put(id: string, known: Stored | undefined, asked: Asked): Answer {
    const { write_id, ...content } = asked.body as JourneyWrite;
    if (known?.isDeleted) return problem(410, 'gone');
    if (known?.writes.has(write_id)) return json({ data: known.own });
    const base = Number((asked.headers['if-match'] ?? '0').replaceAll('"', ''));
    if (!known && base > 0) return problem(404, 'not_found');
    if (known && base !== known.own.version) return problem(409, 'conflict', { current: known.own });
    const at = '2026-05-10T08:00:01Z';
    const track = known?.own.track ?? { points: 0, last_seq: null };
    const weather = content.weather === undefined ? (known?.own.weather ?? null) : content.weather;
    const own: OwnJourney = { ...content, weather, id, track, version: base + 1, created_at: at, updated_at: at };
    const writes = (known?.writes ?? new Set<string>()).add(write_id);
    this.stored.set(id, { own, writes, points: known?.points ?? new Map(), isDeleted: false, seq: ++this.#seq });
    return json({ data: own });
  }

  #putPoints(known: Stored | undefined, asked: Asked): Answer {
    if (!known) return problem(404, 'not_found');
    if (known.isDeleted) return problem(410, 'gone');
    for (const point of (asked.body as { points: TrackPoint[] }).points) {
      const stored = known.points.get(point.seq);
      if (stored && JSON.stringify(stored) !== JSON.stringify(point)) return problem(409, 'conflict');
      known.points.set(point.seq, point);
    }
    known.own = { ...known.own, track: { points: known.points.size, last_seq: Math.max(...known.points.keys()) } };
    known.seq = ++this.#seq;
    return json({ data: known.own.track });
  }

  #remove(known: Stored | undefined): Answer {
    if (!known) return problem(404, 'not_found');
    known.isDeleted = true;
    known.points.clear();
    known.own = { ...known.own, version: known.own.version + 1 };
    known.seq = ++this.#seq;
    return { status: 204 };
  }

  #changes(url: URL): Answer {
    const after = Number(url.searchParams.get('cursor') ?? '0');
    const changed = [...this.stored.values()].filter(({ seq }) => seq > after).toSorted((one, other) => one.seq - other.seq);
    const data = changed.map(({ own, isDeleted }): OwnJourney | JourneyTombstone =>
      isDeleted ? { id: own.id, version: own.version, deleted: true } : own,
    );
    return json({ data, next_cursor: String(this.#seq), has_more: false, epoch: 'first' });
  }
}

function pointsOf(known: Stored | undefined, url: URL): Answer {
  if (!known || known.isDeleted) return problem(404, 'not_found');
  const after = Number(url.searchParams.get('after') ?? '-1');
  const limit = Number(url.searchParams.get('limit') ?? '5000');
  const rest = [...known.points.values()].toSorted((one, other) => one.seq - other.seq).filter(({ seq }) => seq > after);
  return json({ data: rest.slice(0, limit), has_more: rest.length > limit });
}
