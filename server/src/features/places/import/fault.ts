/** Why a file of places cannot be used, in words for the operator. */
export class PlaceFileFault extends Error {}
