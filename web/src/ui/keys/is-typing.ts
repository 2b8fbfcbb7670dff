/** Fields that take every key; a box to tick does not. */
const TEXT_FIELDS =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range]), textarea, select, [contenteditable]';
/** Fields in which arrow keys choose. */
const CHOICES = 'input:is([type=radio], [type=range])';

/** Whether a key goes into a field, so that it is no key of the page. */
export function isTyping({ target, key }: { target: EventTarget | null; key: string }): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(TEXT_FIELDS) !== null || (key.startsWith('Arrow') && target.matches(CHOICES));
}
