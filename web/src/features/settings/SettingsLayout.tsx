import { useMediaQuery } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { number } from '../../i18n/format';
import { useSendingRules } from '../../shared/records/own';
import { useLanguage, useUser } from '../../shared/session/session';
import { useAppearance } from '../../ui/appearance';
import { SearchField } from '../../ui/SearchField';
import { useTheme } from '../../ui/ThemeProvider';
import { searchSettings } from './sections/search';
import { findSectionAddress, sectionsFor } from './sections/section-list';
import classes from './SettingsLayout.module.css';
import shared from './settings.module.css';

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
