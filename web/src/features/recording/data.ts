/** The parts of this feature that other features use. */
export { isOnBoard, useBoardCount } from './on-board';
export { addPlaceAddress } from './place/place-address';
export { countRecord } from './saved/save-count';
export { useRunningTally } from './use-running-tally';
export { placeOfSaved } from '../../shared/records/place-of-saved';
export {
  blankValues,
  makeFormPhoto,
  readFormRecord,
  timeZonePatch,
  typedName,
  restoredValues,
  readFormDate,
  withTypedName,
  type FormPatch,
  type FormValues,
  type BatchMark,
  type FormPhoto,
} from './form-values';
export {
  APART_M,
  findDoubt,
  metadataPatch,
  placeSetBy,
  pickPoint,
  whenFromPhotos,
  whenSetBy,
  whereFromPhotos,
  takenAt,
  areNear,
  doubtfulAt,
  NO_PLACE,
  placeOfFacts,
} from './photos/photo-values';
export { carriedKeys, listFormKeys, pick, isPartFilled } from './form-parts';
export { placeOnMap } from './place/place-on-map';
export { hasUnreadCount } from './form-count';
