/** What other features use of the recording form. */
export { isOnBoard, useBoardCount } from './on-board';
