import type { User } from '@veld/contract';
import { mayPass } from '../../local/session/guards';
import { beginsWords, foldText, splitWords } from '../../i18n/plain-words';
import type { RecentChoice } from '../../local/device/recent-choices';
import type { ScreenRoute } from '../../ui/feature';

/** How a screen is called in the language of the app. */
type TitleWords = (title: string) => string;

/** A screen as the search shows it. */
export const describeScreen = (to: string, title: string, more: string | null = null): RecentChoice => ({
  kind: 'screen',
  to,
  title,
  more,
  taxon: null,
});

/** The screens that people with these roles open without choosing anything else first. */
export function listOpenScreens(screens: readonly ScreenRoute[], { roles }: Pick<User, 'roles'>): ScreenRoute[] {
  return screens.filter(
    ({ path, layout, guards }) => layout === 'admin' && !path.includes(':') && guards.includes('auth') && mayPass(guards, roles),
  );
}

/** Screens by the beginnings of the words of their titles. */
export function findScreens(text: string, screens: readonly ScreenRoute[], titleIn: TitleWords): RecentChoice[] {
  const words = splitWords(text);
  if (words.length === 0) return [];
  return screens
    .map(({ path, title }) => describeScreen(path, titleIn(title)))
    .filter(({ title }) => beginsWords(words, splitWords(title)));
}

/** Whether a text is the whole title, but for capitals and marks. */
export function isCalled({ title }: Pick<RecentChoice, 'title'>, text: string): boolean {
  return foldText(title) === foldText(text.trim());
}

/** The first screens of the navigation, for somebody who has not typed yet; without the one that is open. */
export function suggestScreens(screens: readonly ScreenRoute[], path: string, count: number): ScreenRoute[] {
  const order = ['bar', 'list', 'end'];
  return screens
    .filter((screen) => screen.navigation !== undefined && screen.path !== path)
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, count);

  function rank({ navigation }: ScreenRoute): number {
    return navigation ? order.indexOf(navigation.in) * 1000 + navigation.at : Infinity;
  }
}
