import type { PlaceGeometry } from '@veld/contract';
import type { Position } from '@veld/geometry';
import { useState } from 'react';
import { type Drawing, startDrawing, withMoved, withNext, withoutVertex, withTapped, withVertex } from './drawing';

/** A drawing, and what it was before each change. */
export interface DrawingSteps {
  drawing: Drawing;
  before: readonly Drawing[];
}

export function stepsFrom(geometry: PlaceGeometry | null, isArea: boolean): DrawingSteps {
  return { drawing: startDrawing(geometry, isArea), before: [] };
}

export function useDrawing(start: () => DrawingSteps) {
  const [steps, set] = useState(start);
  const change = (next: (drawing: Drawing) => Drawing) =>
    set((now) => {
      const changed = next(now.drawing);
      return changed === now.drawing ? now : { drawing: changed, before: [...now.before, now.drawing] };
    });
  /** Choosing a vertex changes nothing that would have to be undone. */
  const choose = (next: (drawing: Drawing) => Drawing) => set((now) => ({ ...now, drawing: next(now.drawing) }));
  return {
    steps,
    add: (at: Position) => change((now) => withVertex(now, at)),
    remove: () => change(withoutVertex),
    move: (index: number, to: Position) => change((now) => withMoved(now, index, to)),
    tap: (index: number) => choose((now) => withTapped(now, index)),
    step: (by: 1 | -1) => choose((now) => withNext(now, by)),
    setArea: (next: boolean) => change((now) => ({ ...now, isArea: next, holes: next ? now.holes : [] })),
    /** One drag is one change, however far it goes. */
    startDrag: () => set((now) => ({ ...now, before: [...now.before, now.drawing] })),
    drag: (index: number, to: Position) => set((now) => ({ ...now, drawing: withMoved(now.drawing, index, to) })),
    undo: () => set((now) => (now.before.length === 0 ? now : { drawing: now.before.at(-1)!, before: now.before.slice(0, -1) })),
  };
}
