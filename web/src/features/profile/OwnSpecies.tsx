import { WORLDWIDE } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { recordedDate } from '../../i18n/format';
import { SectionTitle } from '../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { TaxonRow } from '../../ui/cards/TaxonRow';
import { VirtualRows } from '../../ui/virtual/VirtualRows';
import { useLanguage } from '../../shared/session/session';
import { OwnEmptyState } from '../../shared/records/OwnEmptyState';
import { type OwnSpecies as Summary, pictureIn, useOwnSpecies, useUnlisted } from '../species/data';
import { speciesAddress, type Taxon } from '../../shared/taxa/data';
import { taxonRowProps } from '../../shared/taxa/names';
import { useProfileFilter } from './ProfileFilter';
import classes from './profile.module.css';

const NO_LIST: readonly Taxon[] = [];

/** The species of the user's records, with the first and the last date and a photo of their own. */
export default function OwnSpecies() {
  const { t } = useTranslation(['profile', 'common']);
  const { period, location } = useProfileFilter();
  const own = useOwnSpecies({ country: location === WORLDWIDE ? null : location, period });
  const taxa = useUnlisted(NO_LIST, own, null);
  return (
    <section className={classes.records} aria-labelledby="species">
      <SectionTitle id="species">{t('view.species')}</SectionTitle>
      {!own || !taxa ? (
        <TaxonRowSkeletons label={t('loading')} />
      ) : taxa.length === 0 ? (
        <OwnEmptyState sentence={t('none_in_filter')} />
      ) : (
        <VirtualRows
          items={taxa}
          keyOf={(taxon) => taxon.id}
          rowHeight={80}
          label={t('view.species')}
          render={(taxon) => <Row taxon={taxon} summary={own.get(taxon.id)} />}
        />
      )}
    </section>
  );
}

function Row({ taxon, summary }: { taxon: Taxon; summary: Summary | undefined }) {
  const { t } = useTranslation(['profile', 'common']);
  const language = useLanguage();
  const days = [...new Set([summary?.first, summary?.last])].flatMap((day) => (day ? recordedDate(day, language) : []));
  const records = summary && t('common:count.records', { count: summary.records });
  return (
    <TaxonRow
      {...taxonRowProps(taxon, t, false)}
      to={speciesAddress(taxon.id)}
      picture={pictureIn(summary, taxon)}
      note={[records, days.join(' – ')].filter(Boolean).join(' · ')}
    />
  );
}
