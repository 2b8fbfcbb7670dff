import { LANGUAGES } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../../i18n/format';
import { ScientificName } from '../../../ui/ScientificName';
import { useLanguage } from '../../accounts/data';
import type { Taxon } from '../../taxa/data';
import classes from './SpeciesNames.module.css';

const SCIENTIFIC = 'sci';

/** All names on the device by language, the user's language first. */
export function SpeciesNames({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation('species');
  const own = useLanguage();
  const languages = [own, ...LANGUAGES.filter((language) => language !== own)].filter((language) => taxon.spelled[language]);
  const synonyms = (taxon.spelled[SCIENTIFIC] ?? []).filter((name) => name !== taxon.scientific_name);
  if (languages.length === 0 && synonyms.length === 0) return null;
  return (
    <section className={classes.names} aria-label={t('page.names')}>
      <dl>
        {languages.map((language) => (
          <div key={language}>
            <dt>{languageName(language)}</dt>
            <dd lang={language}>{taxon.spelled[language]?.join(', ')}</dd>
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
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
