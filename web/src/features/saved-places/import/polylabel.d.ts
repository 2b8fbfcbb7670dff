declare module 'polylabel' {
  /** The point of a polygon that is farthest from its edges. */
  export default function polylabel(rings: readonly (readonly (readonly [number, number])[])[], precision?: number): [number, number];
}
