import { useQuery } from '@tanstack/react-query';
import { CONFUSED_BY, listConfusions } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../local/app/veld';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useLanguage } from '../../../shared/session/session';
import { FreshnessMark } from '../../../shared/records/lists/FreshnessMark';
import { Marks } from '../../../shared/records/lists/Marks';
import { type Taxon, taxonOfSummary, useTaxa } from '../../../shared/taxa/data';
import classes from './Confusions.module.css';
import { TaxonLinks } from './OtherTaxa';

const AN_HOUR = 60 * 60_000;

/** The species with which people confused a species, the most frequent first. The last answer stays on the device. */
function useConfusions(taxonId: number) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['taxon-confusions', taxonId, language],
    queryFn: async ({ signal }) => (await api.call(listConfusions, { params: { taxonId: String(taxonId) } }, { signal })).data.species,
    staleTime: AN_HOUR,
    meta: { persist: true },
  });
}

/** Species that people corrected into this one, or this one into, with how often. Nothing without any, and without an answer. */
export function Confusions({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation(['species', 'common']);
  const { data, isError, dataUpdatedAt, refetch } = useConfusions(taxon.id);
  const onDevice = useTaxa(useMemo(() => (data ?? []).map(({ taxon: { id } }) => id), [data]));
  const taxa = useMemo(
    () => data?.map((one) => onDevice?.find(({ id }) => id === one.taxon.id) ?? taxonOfSummary(one.taxon)),
    [data, onDevice],
  );
  if (!data || !taxa || taxa.length === 0) return null;
  const noteOf = (other: Taxon, at: number) => {
    const { corrected_from: into, corrected_to: out } = data[at]!;
    return (
      <>
        {into > 0 && <span className={classes.counts}>{t('confusions.corrected', { count: into, from: other.name, to: taxon.name })}</span>}
        {out > 0 && <span className={classes.counts}>{t('confusions.corrected', { count: out, from: taxon.name, to: other.name })}</span>}
      </>
    );
  };
  return (
    <section>
      <SectionTitle>{t('confusions.title')}</SectionTitle>
      <Marks>
        <FreshnessMark isOutdated={isError} refreshedAt={dataUpdatedAt} onRetry={() => void refetch()} />
      </Marks>
      <TaxonLinks taxa={taxa} noteOf={noteOf} />
      <p className={classes.who}>{t('confusions.who', { people: CONFUSED_BY })}</p>
    </section>
  );
}
