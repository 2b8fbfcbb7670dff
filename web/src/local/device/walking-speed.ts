/** Walking speed in metres per second, for how far a person may have come in some time. */
export const WALK_MPS = 1.4;
