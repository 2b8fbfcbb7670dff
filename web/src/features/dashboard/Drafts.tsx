import { IconChevronRight, IconLayoutGrid, IconPencil } from '@tabler/icons-react';
import type { TaxonSummary } from '@veld/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ago } from '../../i18n/format';
import { SectionTitle } from '../../ui/SectionTitle';
import { useLanguage } from '../../shared/session/session';
import type { LocalDraft } from './data';
import classes from './Drafts.module.css';

// Until it is loaded, a draft has the name with which it was stored.
const TaxonName = lazy(() => import('../../shared/taxa/TaxonName'));

const SHOWN = 3;

/** Drafts and records on the photo board. */
export function Drafts({ drafts, onBoard }: { drafts: readonly LocalDraft[]; onBoard: number }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const language = useLanguage();
  const shown = drafts.slice(0, SHOWN);
  if (shown.length === 0 && onBoard === 0) return null;
  return (
    <section aria-labelledby="drafts">
      <SectionTitle id="drafts">{t('drafts.title')}</SectionTitle>
      <ul className={classes.drafts}>
        {onBoard > 0 && (
          <li>
            <Link className={classes.draft} to="/observe/photos">
              <IconLayoutGrid size={20} aria-hidden />
              <span className={classes.words}>
                <span className={classes.name}>{t('drafts.on_board', { count: onBoard })}</span>
              </span>
              <IconChevronRight size={20} aria-hidden />
            </Link>
          </li>
        )}
        {shown.map((draft) => (
          <li key={draft.id}>
            <Link className={classes.draft} to={`/observe?draft=${draft.id}`}>
              <IconPencil size={20} aria-hidden />
              <span className={classes.words}>
                <span dir="auto" className={classes.name}>
                  <DraftName draft={draft} />
                </span>
                <span className={classes.when}>
                  {[draft.photo_ids.length > 0 && t('drafts.photos', { count: draft.photo_ids.length }), ago(draft.updated_at, language)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <IconChevronRight size={20} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DraftName({ draft }: { draft: LocalDraft }) {
  const { t } = useTranslation('common');
  const { taxon, verbatim_name: kept, taxon_text: typing } = draft.values;
  if (isTaxon(taxon)) {
    return (
      <Suspense fallback={taxon.name}>
        <TaxonName taxon={taxon} />
      </Suspense>
    );
  }
  const typed = [kept, typing].find((text) => typeof text === 'string' && text.trim() !== '');
  return typeof typed === 'string' ? typed : t('taxon.unnamed');
}

/** Values of a draft may be of any type. */
const isTaxon = (taxon: unknown): taxon is TaxonSummary =>
  typeof taxon === 'object' && taxon !== null && 'name' in taxon && typeof taxon.name === 'string';
