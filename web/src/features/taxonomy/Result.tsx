import { LANGUAGES, type TaxonomyImportResult } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { countryName, languageName, number } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { SectionTitle } from '../../ui/SectionTitle';
import { StatTile } from '../../ui/StatTile';
import shared from './taxonomy.module.css';
import classes from './Result.module.css';

const KINDS = ['added', 'changed', 'unchanged', 'merged', 'split', 'deleted'] as const;
/** Maximum number of countries listed; a worldwide list has two hundred. */
const MOST_NAMED = 12;

/** What an import changed, or would change. */
export function Result({ result, isDone }: { result: TaxonomyImportResult; isDone: boolean }) {
  const { t } = useTranslation('taxonomy');
  const locale = currentLocale();
  const languageOf = (code: string) => {
    if (code === 'sci') return t('synonym_names');
    const known = LANGUAGES.find((one) => one === code);
    return known ? languageName(known) : code;
  };
  const facts: [string, string][] = [
    [t('names_added'), listOf(result.names_added, languageOf)],
    [t('names_removed'), listOf(result.names_removed, languageOf)],
    [t('countries_added'), listOf(result.countries_added, (code) => countryName(code, locale))],
    [t('countries_removed'), listOf(result.countries_removed, (code) => countryName(code, locale))],
    [t('statuses_set'), listOf(result.statuses_set ?? {}, (code) => countryName(code, locale))],
    [t('statuses_removed'), listOf(result.statuses_removed ?? {}, (code) => countryName(code, locale))],
    [t('names_left_out'), listOf(result.names_left_out, (code) => code)],
  ];

  function listOf(counts: Partial<Record<string, number>>, nameOf: (key: string) => string): string {
    const all = Object.entries(counts).toSorted(([, one = 0], [, other = 0]) => other - one);
    const named = all.slice(0, MOST_NAMED).map(([key, count = 0]) => `${nameOf(key)} ${number(count, locale)}`);
    return all.length > MOST_NAMED ? `${named.join(', ')}, …` : named.join(', ');
  }

  return (
    <section className={classes.result}>
      <SectionTitle level={3}>{isDone ? t('result_title') : t('preview_title')}</SectionTitle>
      <p className={shared.quiet}>{t('in_file', { taxa: number(result.taxa, locale), synonyms: number(result.synonyms, locale) })}</p>
      <div className={classes.tiles}>
        {KINDS.map((kind) => (
          <StatTile key={kind} value={number(result[kind], locale)} label={t(`kind.${kind}`)} />
        ))}
      </div>
      <dl className={classes.facts}>
        {KINDS.map((kind) => {
          const names = kind === 'unchanged' ? [] : result.examples[kind];
          if (names.length === 0) return null;
          return (
            <div key={kind}>
              <dt>{t(`kind.${kind}`)}</dt>
              <dd>
                <i>{names.join(', ')}</i>
                {kind !== 'unchanged' && result[kind] > names.length && ', …'}
              </dd>
            </div>
          );
        })}
        {facts
          .filter(([, text]) => text !== '')
          .map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
