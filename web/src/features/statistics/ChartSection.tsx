import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type CsvCell, csvFile } from '../../device/csv';
import { saveFiles } from '../../device/files';
import { number, recordedDate } from '../../i18n/format';
import { ChartTable } from '../../ui/charts/ChartTable';
import { useLanguage } from '../../shared/session/session';
import classes from './ChartSection.module.css';

interface Props {
  title: string;
  /** Part of the name of the CSV file. */
  file: string;
  columns: readonly string[];
  /** As in the CSV file: numbers, texts, and dates as `observed_on` has them. */
  rows: readonly (readonly CsvCell[])[];
  /** What the chart leaves out. */
  notes?: readonly (string | false)[];
  /** Choices above the chart. */
  controls?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}

/** A chart with its values as a table and as a CSV file. */
export function ChartSection({ title, file, columns, rows, notes = [], controls, isWide = false, children }: Props) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const id = useId();
  const textOf = (cell: CsvCell) => (typeof cell === 'number' ? number(cell, language) : recordedDate(String(cell ?? '–'), language));
  return (
    <section className={classes.section} data-wide={isWide || undefined} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {controls && <div className={classes.controls}>{controls}</div>}
      {children}
      {notes.filter(Boolean).map((note) => (
        <p key={String(note)} className={classes.note}>
          {note}
        </p>
      ))}
      <div className={classes.foot}>
        <ChartTable summary={t('chart.table')} label={title} columns={columns} rows={rows} textOf={textOf} />
        <Button
          variant="subtle"
          leftSection={<IconDownload size={20} aria-hidden />}
          aria-label={t('chart.csv_of', { title })}
          onClick={() => saveFiles([csvFile(file, [columns, ...rows])])}
        >
          {t('chart.csv')}
        </Button>
      </div>
    </section>
  );
}
