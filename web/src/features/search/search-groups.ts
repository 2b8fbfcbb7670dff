import type { ChoiceKind, RecentChoice } from '../../local/device/recent-choices';
import { isCalled } from './found-screens';

/** What the search found of one kind. */
export interface SearchGroup {
  kind: ChoiceKind;
  options: readonly RecentChoice[];
}

/** What each source found. */
export interface FoundByKind extends Readonly<Record<ChoiceKind, readonly RecentChoice[]>> {
  /** Species whose names only resemble the text. */
  guess: readonly RecentChoice[];
}

/** How many of each kind are shown. */
const SHOWN: Record<ChoiceKind, number> = { species: 5, record: 3, place: 4, screen: 5, person: 3, project: 3, area: 4 };
const GUESSES = 3;

/**
 * The groups in which a search is shown. A screen or setting that is called as the text comes first, and names that only resemble it come
 * after everything else on the device. What the server finds comes last, because it arrives late and must not move what is above.
 */
export function groupFound({ guess, screen, ...found }: FoundByKind, text: string): SearchGroup[] {
  const called = screen.filter((one) => isCalled(one, text));
  const areGuesses = found.species.length === 0;
  const order = new Set<ChoiceKind>([
    ...(called.length > 0 ? (['screen'] as const) : []),
    ...(areGuesses ? [] : (['species'] as const)),
    'record',
    'screen',
    'place',
    'species',
    'area',
    'person',
    'project',
  ]);
  const all = {
    ...found,
    species: areGuesses ? guess.slice(0, GUESSES) : found.species,
    screen: [...called, ...screen.filter((one) => !called.includes(one))],
  };
  return [...order].map((kind) => ({ kind, options: all[kind].slice(0, SHOWN[kind]) })).filter(({ options }) => options.length > 0);
}

const RECORD_ID = /^(?:\S*\/observations\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[/?#]\S*)?$/i;

/** The id of a record that is typed, or in the address of its page; null in any other text. */
export function readRecordId(text: string): string | null {
  return RECORD_ID.exec(text.trim())?.[1]?.toLowerCase() ?? null;
}
