import { useMediaQuery } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import type { User } from '@veld/contract';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { number } from '../../i18n/format';
import { beginsWords, splitWords } from '../../i18n/plain-words';
import { useSendingRules } from '../../shared/records/own';
import { useLanguage, useUser } from '../../shared/session/session';
import { useAppearance } from '../../ui/appearance';
import { SearchField } from '../../ui/SearchField';
import { useTheme } from '../../ui/ThemeProvider';
import { findSectionAddress, sectionsFor } from './sections/section-list';
import classes from './SettingsLayout.module.css';
import shared from './settings.module.css';

/** How well a setting matches, best first: by its label, by the title of its section, by other words. */
const MATCHES = ['label', 'title', 'words'] as const;
type Match = (typeof MATCHES)[number];

/** Some summaries are the one sentence at the top of the section. */
const asLabel = (summary: string) => summary.replace(/\.$/, '');

/** Whether there is room for the index beside a section. */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: false });
}

interface Props {
  /** Above the index; null leaves out both. */
  header: ReactNode;
  /** The id of the section if the address does not contain it. */
  shown?: string | undefined;
  /** The section; beside the index, or alone where there is no room. */
  children?: ReactNode;
}

/**
 * The index of the settings, and beside it a section. The section stays the same one when the index comes or goes, because it may
 * have unsaved input, or a key that is shown only once.
 */
export function SettingsLayout({ header, shown, children }: Props) {
  return (
    <div className={classes.layout}>
      {header && (
        <div className={classes.index}>
          {header}
          <SettingsIndex shown={shown} />
        </div>
      )}
      {children && <div className={classes.section}>{children}</div>}
    </div>
  );
}

/** All sections with what is chosen in each, and a search over every setting. `shown` is a section that is open without its address. */
function SettingsIndex({ shown }: { shown?: string | undefined }) {
  const { t } = useTranslation(['settings', 'common']);
  const user = useUser();
  const facts = { t, language: useLanguage(), user, theme: useTheme().choice, shown: useAppearance(), rules: useSendingRules() };
  const [text, setText] = useState('');
  const isSearching = text.trim() !== '';
  return (
    <nav className={classes.settingsIndexIndex} aria-label={t('index')}>
      <div className={classes.search}>
        <SearchField label={t('search.label')} clearLabel={t('common:action.clear')} value={text} onChange={setText} />
      </div>
      {isSearching ? (
        <Found text={text} />
      ) : (
        <ul className={shared.list}>
          {sectionsFor(user).map((section) => (
            <li key={section.id}>
              <NavLink className={classes.line} data-shown={section.id === shown || undefined} to={findSectionAddress(section)}>
                <span className={classes.icon}>
                  <section.icon size={24} aria-hidden />
                </span>
                <span className={classes.words}>
                  <span className={shared.itemName}>{t(section.title)}</span>
                  <span className={classes.summary}>{asLabel(section.summary(facts))}</span>
                </span>
                <IconChevronRight className={classes.arrow} size={20} aria-hidden />
              </NavLink>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

function Found({ text }: { text: string }) {
  const { t } = useTranslation(['settings', 'common']);
  const language = useLanguage();
  const found = searchSettings(text, useUser(), t);
  return (
    <>
      <p className={classes.count} role="status">
        {found.length === 0 ? t('search.none') : t('search.found', { number: number(found.length, language) })}
      </p>
      <ul className={shared.list}>
        {found.map(({ label, section, to }) => (
          <li key={`${to} ${label}`}>
            <NavLink className={classes.line} to={to}>
              <span className={classes.words}>
                <span className={shared.itemName}>{label}</span>
                {section && <span className={classes.summary}>{section}</span>}
              </span>
              <IconChevronRight className={classes.arrow} size={20} aria-hidden />
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  );
}

interface FoundSetting {
  label: string;
  /** The title of its section; null if it is the section itself. */
  section: string | null;
  to: string;
}

/**
 * The settings that match every word of the text, the best first. Each word may be the beginning of any word of the label, of the title
 * of the section, or of what else people call it.
 */
export function searchSettings(text: string, user: User, t: TFunction<['settings', 'common']>): FoundSetting[] {
  const words = splitWords(text);
  if (words.length === 0) return [];
  const found: (FoundSetting & { match: Match })[] = [];
  for (const section of sectionsFor(user)) {
    const title = t(section.title);
    const [inTitle, inOther] = [splitWords(title), splitWords(t(section.words))];
    const add = (label: string, isSection: boolean) => {
      const inLabel = splitWords(label);
      const match = bestMatch(words, inLabel, inTitle, inOther);
      // Other words lead to the section once, not to each of its settings.
      if (match === undefined || (!isSection && match !== 'label')) return;
      found.push({ label, section: isSection ? null : title, to: findSectionAddress(section), match });
    };
    add(title, true);
    for (const key of section.settings) {
      const label = t(key);
      if (label !== title) add(label, false);
    }
  }
  return found
    .toSorted((one, other) => MATCHES.indexOf(one.match) - MATCHES.indexOf(other.match))
    .map(({ label, section, to }) => ({ label, section, to }));
}

function bestMatch(words: readonly string[], inLabel: string[], inTitle: string[], inOther: string[]): Match | undefined {
  const isIn = (known: string[]) => beginsWords(words, known);
  if (isIn(inLabel)) return 'label';
  if (isIn([...inLabel, ...inTitle])) return 'title';
  return isIn([...inLabel, ...inTitle, ...inOther]) ? 'words' : undefined;
}
