import { useHotkeys } from '@mantine/hooks';
import { MAX_QUICK } from './quick-taxa';

type Hotkey = [key: string, work: (event: KeyboardEvent) => void, options: { preventDefault: boolean }];

/** A key that works wherever nothing is being typed and no dialog is open, and once for each press. */
function once(key: string, work: (() => void) | undefined, applies: (event: KeyboardEvent) => boolean = () => true): Hotkey[] {
  const onKey = (event: KeyboardEvent) => {
    if (!work || event.repeat || !applies(event) || document.querySelector('[role="dialog"]')) return;
    // A field that is shown now and takes the focus must not get the letter.
    event.preventDefault();
    work();
  };
  // With Shift too: some keyboards have the digits there.
  return [key, `shift+${key}`].map((one) => [one, onKey, { preventDefault: false }]);
}

interface CardKeys {
  onAgree: () => void;
  onSuggest: () => void;
  onSkip: () => void;
  /** The place of the chosen name, from 0. */
  onQuick: (at: number) => void;
}

/** The keys of what can be done with the record. */
export function useCardKeys({ onAgree, onSuggest, onSkip, onQuick }: CardKeys): void {
  useHotkeys([
    ...once('A', onAgree),
    ...once('D', onSuggest),
    ...once('S', onSkip),
    ...Array.from({ length: MAX_QUICK }, (_, at) => once(String(at + 1), () => onQuick(at))).flat(),
  ]);
}

/** The keys of the queue, also at its end. */
export function useQueueKeys({ onPrevious, onUndo }: { onPrevious: (() => void) | undefined; onUndo: () => void }): void {
  useHotkeys([...once('ArrowLeft', onPrevious, isOutsideOfPhotos), ...once('U', onUndo)]);
}

/** Among several photos, arrows move on to the others. */
function isOutsideOfPhotos({ target }: KeyboardEvent): boolean {
  return !(target instanceof Element && target.closest('[data-several-photos]'));
}
