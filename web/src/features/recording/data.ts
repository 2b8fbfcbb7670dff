/** The parts of this feature that other features use. */
export { isOnBoard, useBoardCount } from './on-board';
