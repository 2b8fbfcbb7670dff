import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number, recordedDate } from '../../i18n/format';
import { useLanguage } from '../../shared/session/session';
import { journeyAddress } from '../journeys/data';
import { speciesAddress } from '../../shared/taxa/data';
import { useNamed } from '../../shared/taxa/names';
import type { Figures } from './data';
import type { CountedRecord } from '../../local/records/figures/select-records';
import { ChartSection } from './ChartSection';
import classes from './ExtremesList.module.css';

interface Line {
  key: 'earliest' | 'latest' | 'highest' | 'richest' | 'commonest';
  what: string;
  value: string;
  to: string;
}

/** What stands out: first and last record, highest count, richest day, commonest species. */
export function ExtremesList({ extremes }: Pick<Figures, 'extremes'>) {
  const { t } = useTranslation(['statistics', 'common']);
  const language = useLanguage();
  const { earliest, latest, highest, richest, commonest } = extremes;
  const named = useNamed(useMemo(() => taxaToName(extremes), [extremes]));
  const nameOf = (key: Line['key']) => named.find((one) => one.key === key)?.taxon?.name ?? t('common:taxon.unnamed');
  const dayText = (record: CountedRecord) => recordedDate(record.days!.from, language);
  const lines: Line[] = [
    earliest && {
      key: 'earliest' as const,
      what: nameOf('earliest'),
      value: dayText(earliest),
      to: `/observations/${earliest.id}`,
    },
    latest && { key: 'latest' as const, what: nameOf('latest'), value: dayText(latest), to: `/observations/${latest.id}` },
    highest && {
      key: 'highest' as const,
      what: nameOf('highest'),
      value: number(highest.count!, language),
      to: `/observations/${highest.id}`,
    },
    richest && {
      key: 'richest' as const,
      what: recordedDate(richest.day, language),
      value: t('common:count.species', { count: richest.species }),
      to: journeyAddress(richest.day),
    },
    commonest && {
      key: 'commonest' as const,
      what: nameOf('commonest'),
      value: t('common:count.records', { count: commonest.records }),
      to: speciesAddress(commonest.record.species!),
    },
  ].filter((line) => line !== null);
  if (lines.length === 0) return null;
  return (
    <ChartSection
      title={t('extremes.title')}
      file="extremes"
      columns={[t('extremes.title'), t('column.what'), t('column.value')]}
      rows={lines.map(({ key, what, value }) => [t(`extremes.${key}`), what, value])}
    >
      <ul className={classes.list}>
        {lines.map(({ key, what, value, to }) => (
          <li key={key}>
            <Link className={classes.line} to={to}>
              <span className={classes.key}>{t(`extremes.${key}`)}</span>
              <span className={classes.what}>{what}</span>
              <span className={classes.value}>{value}</span>
            </Link>
          </li>
        ))}
      </ul>
    </ChartSection>
  );
}

/** The taxa of the lines; the commonest species by its own name, also where its records are of subspecies. */
function taxaToName({ earliest, latest, highest, commonest }: Figures['extremes']) {
  const ofRecord = (key: Line['key'], record: CountedRecord | null) =>
    record ? [{ key, taxon: record.taxon, taxon_id: record.taxon_id }] : [];
  const species = commonest?.record.species ?? null;
  const summary = commonest?.record.taxon?.id === species ? commonest.record.taxon : null;
  return [
    ...ofRecord('earliest', earliest),
    ...ofRecord('latest', latest),
    ...ofRecord('highest', highest),
    ...(species === null ? [] : [{ key: 'commonest' as const, taxon: summary, taxon_id: species }]),
  ];
}
