import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { exploreMonths, type TaxonSummary, type WaitingRecord } from '@veld/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../i18n/format';
import { api } from '../../local/app/veld';
import { photosInOrder } from '../../shared/media/photos-in-order';
import { useLanguage } from '../../shared/session/session';
import { speciesAddress } from '../../shared/taxa/data';
import { useNamed, useNamedTaxon } from '../../shared/taxa/names';
import { GroupPanel } from '../../ui/GroupIcon';
import { Photo } from '../../ui/Photo';
import { ScientificName } from '../../ui/ScientificName';
import { SectionTitle } from '../../ui/SectionTitle';
import { useFocusBack } from '../../ui/steady-focus';
import { useConfusions } from './community';
import { MonthsChart } from './data';
import classes from './LookAlikes.module.css';

const MOST = 3;
const AN_HOUR = 60 * 60_000;

/** Species with which people confused that of a record. A tap shows both side by side. Nothing without any. */
export function LookAlikes({ record }: { record: WaitingRecord }) {
  const { t } = useTranslation('species');
  const language = useLanguage();
  const species = record.opinions.community_taxon ?? record.taxon;
  const { data } = useConfusions(species?.rank === 'species' ? species.id : null);
  const [compared, setCompared] = useState<TaxonSummary | null>(null);
  const shown = useNamed(data?.slice(0, MOST) ?? []);
  if (!species || shown.length === 0) return null;
  return (
    <section>
      <SectionTitle>{t('confusions.title')}</SectionTitle>
      <ul className={classes.list}>
        {shown.map(({ taxon, corrected_from, corrected_to }) => (
          <li key={taxon.id}>
            <button type="button" className={classes.row} onClick={() => setCompared(taxon)}>
              <span className={classes.thumb}>
                <Picture taxon={taxon} />
              </span>
              <span className={classes.name}>
                {taxon.name}
                {taxon.name !== taxon.scientific_name && (
                  <ScientificName className={classes.scientific} name={taxon.scientific_name} rank={taxon.rank} />
                )}
              </span>
              <span className={classes.count}>{number(corrected_from + corrected_to, language)}×</span>
            </button>
          </li>
        ))}
      </ul>
      {compared && <Compared record={record} species={species} other={compared} onClose={() => setCompared(null)} />}
    </section>
  );
}

function Picture({ taxon }: { taxon: TaxonSummary }) {
  if (taxon.image_url === null) return <GroupPanel group={taxon.group} name={taxon.scientific_name} size={32} fill />;
  return <img src={taxon.image_url} alt="" loading="lazy" />;
}

interface ComparedProps {
  record: WaitingRecord;
  /** What the record is named as. */
  species: TaxonSummary;
  other: TaxonSummary;
  onClose: () => void;
}

/** The photo of the record, and the pictures and months of both species. */
function Compared({ record, species, other, onClose }: ComparedProps) {
  useFocusBack();
  const { t } = useTranslation(['species', 'common']);
  const [photo] = photosInOrder(record.media);
  return (
    <Modal
      opened
      onClose={onClose}
      size="52rem"
      title={t('species:confusions.compare')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {photo && (
        <figure className={classes.record}>
          <Photo photo={photo} alt={t('species:confusions.this_record')} sizes="(min-width: 56em) 800px, 100vw" fit="contain" />
          <figcaption>{t('species:confusions.this_record')}</figcaption>
        </figure>
      )}
      <div className={classes.pair}>
        <Side taxon={species} country={record.country_code} />
        <Side taxon={other} country={record.country_code} />
      </div>
    </Modal>
  );
}

function Side({ taxon: given, country }: { taxon: TaxonSummary; country: string | null | undefined }): ReactNode {
  const { t } = useTranslation('species');
  const taxon = useNamedTaxon(given);
  const { data: months } = useQuery({
    queryKey: ['look-alike-months', taxon.id, country ?? null],
    queryFn: async ({ signal }) =>
      (await api.call(exploreMonths, { query: { taxon_id: String(taxon.id), ...(country ? { country } : {}) } }, { signal })).data.months,
    staleTime: AN_HOUR,
  });
  const label = t('confusions.months', { name: taxon.name });
  return (
    <section className={classes.side} aria-label={taxon.name}>
      <div className={classes.picture}>
        <Picture taxon={taxon} />
      </div>
      <p className={classes.name}>
        <Link to={speciesAddress(taxon.id)}>{taxon.name}</Link>
        {taxon.name !== taxon.scientific_name && (
          <ScientificName className={classes.scientific} name={taxon.scientific_name} rank={taxon.rank} />
        )}
      </p>
      {months?.some((count) => count > 0) && (
        <>
          <p className={classes.label}>{label}</p>
          <MonthsChart months={months} label={label} />
        </>
      )}
    </section>
  );
}
