import { EARTH_RADIUS_M, onSphere } from '@veld/geometry';
import type { TrackPoint } from './points.ts';

/** Of a point of a file that does not say how accurate it is. */
const UNKNOWN_ACCURACY_M = 10;
/** GPS in a pocket is never more accurate, whatever it reports. */
const BEST_ACCURACY_M = 3;
/** Somebody has not moved while they are within this many times the accuracy of where they stand. */
const STILL = 2.5;
/** A point is a bend if it is this many times its accuracy, and this many times the jitter of the points, away from the straight line. */
const BEND = { accuracy: 1, jitter: 5 };
/**
 * Somebody who stays within reach of a place for this long stands there: per metre of accuracy, because the reach is wider, and at least.
 */
const STOP_MS = { perMetre: 3000, least: 60_000 };
/** The jitter is computed from about this many nodes. */
const JITTER_NODES = 10;
/** Points of this time for each metre of accuracy are averaged, between the two limits. */
const AVERAGED_MS = { perMetre: 700, least: 2000, most: 20_000 };
/** The longest part of a line that is looked at as one, in nodes. */
const MOST_NODES = 32;

/** On or just below the surface of the earth, in metres from its centre, so that neither 180° nor a pole is special. */
type Position = readonly [number, number, number];

/** Some points in a row as one. */
interface Node {
  position: Position;
  t: number;
  accuracy: number;
}

/** A place at which somebody may stand, as the mean of what was measured near it. */
interface Stop {
  centre: Position;
  count: number;
  since: number;
  /** When they were last seen there. */
  until: number;
}

interface State {
  plain_m: number;
  isTimed: boolean;
  last: Position | null;
  bucket: { sum: Position; time: number; accuracy: number; count: number; since: number } | null;
  /** What is measured for certain, up to `from`. */
  counted_m: number;
  moved_ms: number;
  /** Where the line goes on. While standing, the place where that is. */
  from: Position | null;
  /** Null while standing. */
  movingSince: number | null;
  /** Where they stand, or may be about to stand. */
  stop: Stop | null;
  /** Nodes after `from` and, while standing, those away from it. */
  nodes: Node[];
  /** The last two nodes, and the mean square by which one is beside the middle of its neighbours: little if errors last, as they often do. */
  recent: Position[];
  jitter: number;
  /** How many of the last nodes are out of reach of where they stood. */
  away: number;
}

/**
 * The length of one piece of a track without GPS noise, and the time in which it was walked. Takes one point after the
 * other, each in constant time; the order is all that counts, so that a running journey shows what its whole track will.
 *
 * Points are averaged over a few seconds. Who stands moves only when they are out of reach of that place for two averages in a row; who
 * moves stands when they stay near one place for a minute. Between, the line has a corner only where it bends by more than the accuracy.
 * Points without times come from a drawing or a plan, whose length is that of its lines.
 */
export class DistanceMeter {
  #state: State = {
    plain_m: 0,
    isTimed: true,
    last: null,
    bucket: null,
    counted_m: 0,
    moved_ms: 0,
    from: null,
    movingSince: null,
    stop: null,
    nodes: [],
    recent: [],
    jitter: 0,
    away: 0,
  };

  add(point: TrackPoint): void {
    const state = this.#state;
    const position = positionOf(point);
    if (state.last) state.plain_m += metresApart(state.last, position);
    state.last = position;
    if (point.t === null) state.isTimed = false;
    if (point.t === null || !state.isTimed) return;
    const accuracy = Math.max(BEST_ACCURACY_M, point.accuracy_m ?? UNKNOWN_ACCURACY_M);
    const { bucket } = state;
    if (bucket && point.t - bucket.since < averagedMs(bucket.accuracy / bucket.count)) {
      bucket.sum = plus(bucket.sum, position);
      bucket.time += point.t - bucket.since;
      bucket.accuracy += accuracy;
      bucket.count++;
      return;
    }
    if (bucket) addNode(state, nodeOf(bucket));
    state.bucket = { sum: position, time: 0, accuracy, count: 1, since: point.t };
  }

  copy(): DistanceMeter {
    const { bucket, stop, nodes, ...state } = this.#state;
    const copy = new DistanceMeter();
    copy.#state = { ...state, bucket: bucket && { ...bucket }, stop: stop && { ...stop }, nodes: [...nodes] };
    return copy;
  }

  /** Of the points so far. `moving_ms` is null for points without times. */
  measure(): { distance_m: number; moving_ms: number | null } {
    if (!this.#state.isTimed) return { distance_m: this.#state.plain_m, moving_ms: null };
    const state = this.copy().#state;
    if (state.bucket) addNode(state, nodeOf(state.bucket));
    const last = state.nodes.at(-1);
    // No later point can return.
    if (last && state.movingSince === null && state.away > 0) leave(state);
    if (!last || state.movingSince === null) return { distance_m: state.counted_m, moving_ms: state.moved_ms };
    return {
      distance_m: state.counted_m + metresApart(state.from!, last.position),
      moving_ms: state.moved_ms + Math.max(0, last.t - state.movingSince),
    };
  }
}

function averagedMs(accuracy: number): number {
  return Math.min(AVERAGED_MS.most, Math.max(AVERAGED_MS.least, AVERAGED_MS.perMetre * accuracy));
}

function nodeOf({ sum, time, accuracy, count, since }: NonNullable<State['bucket']>): Node {
  return { position: [sum[0] / count, sum[1] / count, sum[2] / count], t: since + time / count, accuracy: accuracy / count };
}

function addNode(state: State, node: Node): void {
  const [before, middle] = state.recent;
  if (before && middle) {
    const bend = straight(plus(before, node.position), plus(middle, middle)) ** 2 / 12;
    state.jitter += (bend - state.jitter) / JITTER_NODES;
  }
  state.recent = middle ? [middle, node.position] : [...state.recent, node.position];
  if (!state.stop) {
    state.stop = stopAt(node);
    state.from = node.position;
  } else if (state.movingSince === null) stand(state, state.stop, node);
  else move(state, state.stop, node);
}

function stand(state: State, stop: Stop, node: Node): void {
  const metres = straight(stop.centre, node.position);
  const reach = STILL * node.accuracy;
  if (metres <= reach / 2) {
    join(stop, node);
    state.from = stop.centre;
    state.nodes = [];
    state.away = 0;
    return;
  }
  if (metres <= reach) {
    // One node far away between two near ones is a GPS error.
    if (state.away > 0) state.nodes.pop();
    state.away = 0;
  } else state.away++;
  state.nodes.push(node);
  if (state.nodes.length > MOST_NODES) state.nodes.shift();
  if (state.away > 1) leave(state);
}

/** Goes on from where somebody stood, through the nodes since. */
function leave(state: State): void {
  const nodes = state.nodes;
  state.movingSince = state.stop!.until;
  state.nodes = [];
  state.away = 0;
  state.stop = stopAt(nodes[0]!);
  for (const node of nodes) if (state.movingSince !== null) move(state, state.stop, node);
}

function move(state: State, stop: Stop, node: Node): void {
  const metres = straight(stop.centre, node.position);
  const reach = STILL * node.accuracy;
  if (metres > reach) state.stop = stopAt(node);
  else if (metres <= reach / 2) join(stop, node);
  draw(state, node);
  if (metres > reach || node.t - stop.since < Math.max(STOP_MS.least, STOP_MS.perMetre * node.accuracy)) return;
  state.counted_m += metresApart(state.from!, stop.centre);
  state.moved_ms += Math.max(0, stop.since - state.movingSince!);
  state.movingSince = null;
  state.from = stop.centre;
  state.nodes = [];
}

/** Makes the line longer, with a corner at the node that is farthest from its straight. */
function draw(state: State, node: Node): void {
  state.nodes.push(node);
  const jitter = BEND.jitter * Math.sqrt(state.jitter);
  let corner = -1;
  let farthest = 1;
  for (let at = 0; at < state.nodes.length; at++) {
    const { position, accuracy } = state.nodes[at]!;
    const beside = metresBeside(position, state.from!, node.position) / Math.max(BEND.accuracy * accuracy, jitter);
    if (beside <= farthest) continue;
    corner = at;
    farthest = beside;
  }
  if (corner < 0 && state.nodes.length >= MOST_NODES) corner = state.nodes.length >> 1;
  if (corner < 0) return;
  const { position } = state.nodes[corner]!;
  state.counted_m += metresApart(state.from!, position);
  state.from = position;
  state.nodes = state.nodes.slice(corner + 1);
}

const stopAt = ({ position, t }: Node): Stop => ({ centre: position, count: 1, since: t, until: t });

function join(stop: Stop, { position, t }: Node): void {
  stop.count++;
  const part = 1 / stop.count;
  const [x, y, z] = stop.centre;
  stop.centre = [x + part * (position[0] - x), y + part * (position[1] - y), z + part * (position[2] - z)];
  stop.until = t;
}

function positionOf(point: TrackPoint): Position {
  const [x, y, z] = onSphere(point);
  return [EARTH_RADIUS_M * x, EARTH_RADIUS_M * y, EARTH_RADIUS_M * z];
}

const plus = (one: Position, other: Position): Position => [one[0] + other[0], one[1] + other[1], one[2] + other[2]];

function straight(one: Position, other: Position): number {
  return Math.sqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2);
}

/** Along the surface. */
function metresApart(one: Position, other: Position): number {
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, straight(one, other) / (2 * EARTH_RADIUS_M)));
}

/** From a position to the nearest one on the straight between two others. */
function metresBeside(position: Position, from: Position, to: Position): number {
  const [x, y, z] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const [east, north, up] = [position[0] - from[0], position[1] - from[1], position[2] - from[2]];
  const length = x * x + y * y + z * z;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, (east * x + north * y + up * z) / length));
  return Math.sqrt((east - part * x) ** 2 + (north - part * y) ** 2 + (up - part * z) ** 2);
}
