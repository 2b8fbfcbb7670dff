import { foldText } from '../../../i18n/plain-words';

/** A text as a cell is compared: folded, with single spaces, and none around it. */
export const fold = (text: string): string => foldText(text.trim()).replaceAll(/\s+/g, ' ');
