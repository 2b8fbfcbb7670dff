import { LANGUAGES } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../../i18n/format';
import { ScientificName } from '../../../ui/ScientificName';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useLanguage } from '../../../shared/session/session';
import type { Taxon } from '../../../shared/taxa/data';
import { useSourcesOfNames } from '../community';
import classes from './SpeciesNames.module.css';

const SCIENTIFIC = 'sci';
/** The source of the list that comes with Veld. */
const STARTER = 'starter';

/** All names on the device by language, the user's language first, and the lists that they come from once the server has said so. */
export function SpeciesNames({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation('species');
  const own = useLanguage();
  const sources = useSources(taxon.id);
  const languages = [own, ...LANGUAGES.filter((language) => language !== own)].filter((language) => taxon.spelled[language]);
  const synonyms = (taxon.spelled[SCIENTIFIC] ?? []).filter((name) => name !== taxon.scientific_name);
  if (languages.length === 0 && synonyms.length === 0) return null;
  return (
    <section className={classes.names}>
      <SectionTitle>{t('page.names')}</SectionTitle>
      <dl>
        {languages.map((language) => (
          <div key={language}>
            <dt>{languageName(language)}</dt>
            <dd>
              <span lang={language}>{taxon.spelled[language]?.join(', ')}</span>
              <Source text={sources.of(language)} />
            </dd>
          </div>
        ))}
        {synonyms.length > 0 && (
          <div>
            <dt>{t('page.synonyms')}</dt>
            <dd>
              {synonyms.map((name, at) => (
                <span key={name}>
                  {at > 0 && ', '}
                  <ScientificName name={name} rank={taxon.rank} />
                </span>
              ))}
              <Source text={sources.of(SCIENTIFIC)} />
            </dd>
          </div>
        )}
      </dl>
      {sources.ofAll && <p className={classes.source}>{t('status.source', { source: sources.ofAll })}</p>}
    </section>
  );
}

const Source = ({ text }: { text: string | null }) => text && <span className={classes.source}>{text}</span>;

interface Sources {
  /** The source of all names, if there is only one. */
  ofAll: string | null;
  /** Those of the names in a language, if there are several. */
  of: (language: string) => string | null;
}

function useSources(taxonId: number): Sources {
  const { t } = useTranslation('species');
  const names = useSourcesOfNames(taxonId);
  return useMemo((): Sources => {
    const textOf = (source: string) => (source === STARTER ? t('page.source_starter') : source);
    const textsOf = (listed: typeof names = []) => [...new Set(listed.map(({ source }) => textOf(source)))];
    const [first, ...others] = textsOf(names);
    if (others.length === 0) return { ofAll: first ?? null, of: () => null };
    return { ofAll: null, of: (wanted) => textsOf(names?.filter(({ language }) => language === wanted)).join(', ') || null };
  }, [names, t]);
}
