/**
 * What others see of a person by name, and who: people with an account, and visitors without one where the server lets them look around.
 * The sign-up and the settings show this table, and tests hold the answers of the server to it.
 *
 * `always`: whatever the person chose. `listed`: if they are listed in the community. `ranked`: if they are listed and in leaderboards.
 * `public`: if they are listed and let everyone see their profile. `never`: nobody.
 */
export const WHO_SEES = {
  /** The name beside public records and identifications. */
  name: { people: 'always', visitors: 'always' },
  /** On the profile: how many public records and species there are. */
  figures: { people: 'always', visitors: 'public' },
  /** On the profile: country, picture and what the person writes about themselves. */
  about: { people: 'listed', visitors: 'public' },
  /** The name with numbers among those who recorded what a search or a place on the map has. */
  observers: { people: 'listed', visitors: 'public' },
  /** The name with country and numbers in the list of the community. */
  directory: { people: 'listed', visitors: 'never' },
  rankings: { people: 'ranked', visitors: 'never' },
} as const satisfies Record<string, Readonly<Record<WatcherKind, ShownIf>>>;

/** Those who see something of a person. */
export type WatcherKind = 'people' | 'visitors';
export type ShownIf = 'always' | 'listed' | 'ranked' | 'public' | 'never';
export type SeenOfPerson = keyof typeof WHO_SEES;

/** What a person chose. */
export interface Shows {
  isListed: boolean;
  isRanked: boolean;
  isPublic: boolean;
}

/** Whether something of a person with these choices is seen. */
export function isSeen(what: SeenOfPerson, audience: WatcherKind, { isListed, isRanked, isPublic }: Shows): boolean {
  const shownIf: ShownIf = WHO_SEES[what][audience];
  const cases = { always: true, listed: isListed, ranked: isListed && isRanked, public: isListed && isPublic, never: false };
  return cases[shownIf];
}
