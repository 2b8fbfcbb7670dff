import { Alert, Button } from '@mantine/core';
import { useState, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language, StorageFigures } from '@veld/contract';
import { Link } from 'react-router';
import { bytes } from '../../../i18n/units';
import { ago, number } from '../../../i18n/format';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { useLanguage } from '../../../shared/session/session';
import { useSending } from '../../../shared/session/form';
import { findOrphans, useStorageFigures } from '../data';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import type { TableColumn } from '../../../ui/table/table-types';
import { TableCard } from '../../../ui/table/TableCard';
import { WholeTable } from '../../../ui/table/WholeTable';
import { useTableTexts } from '../../../shared/session/table-texts';
import classes from '../admin.module.css';

/** How much space everything takes. */
export default function StoragePart() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { figures, failure, retry } = useStorageFigures();
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  if (!figures) return <TaxonRowSkeletons label={t('loading')} />;
  return (
    <>
      <StatTiles>
        <StatTile
          value={bytes(figures.disk_free_bytes, language)}
          label={t('storage.free', { size: bytes(figures.disk_bytes, language) })}
        />
        <StatTile value={bytes(figures.database_bytes, language)} label={t('storage.database')} />
        <StatTile value={bytes(figures.photo_bytes, language)} label={t('storage.photos', { number: number(figures.photos, language) })} />
        {figures.backups.is_scheduled && (
          <StatTile
            value={figures.backups.last_at === null ? t('storage.backup_none') : ago(figures.backups.last_at, language)}
            label={t('storage.backup')}
          />
        )}
      </StatTiles>
      {!figures.backups.is_scheduled && <p className={classes.quiet}>{t('storage.backup_off')}</p>}
      <Orphans />
      <div className={classes.halves}>
        <section className={classes.part} aria-labelledby="largest-people">
          <SectionTitle id="largest-people">{t('storage.people')}</SectionTitle>
          <PeopleTable people={figures.people} />
        </section>
        <section className={classes.part} aria-labelledby="largest-tables">
          <SectionTitle id="largest-tables">{t('storage.tables')}</SectionTitle>
          <TablesTable tables={figures.tables} />
        </section>
      </div>
    </>
  );
}

/** Counting reads the names of all files, so it is done on request only. */
function Orphans() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [found, setFound] = useState<{ files: number; bytes: number } | null>(null);
  const { submit, isSending, errors } = useSending(async () => setFound(await findOrphans()));
  return (
    <form className={classes.part} onSubmit={submit} aria-labelledby="orphans">
      <SectionTitle id="orphans">{t('storage.orphans')}</SectionTitle>
      <p className={classes.quiet}>{t('storage.orphans_about')}</p>
      {errors.form && (
        <Alert color="brick" role="alert">
          {errors.form}
        </Alert>
      )}
      <div className={classes.row}>
        <Button type="submit" variant="default" loading={isSending}>
          {t('storage.count')}
        </Button>
        <span role="status">
          {found && t('storage.found', { number: number(found.files, language), size: bytes(found.bytes, language) })}
        </span>
      </div>
    </form>
  );
}

type Person = StorageFigures['people'][number];
type Table = StorageFigures['tables'][number];

const LARGEST_FIRST = [{ id: 'size', isDescending: true }];
const personId = ({ id }: Person) => id;
const tableName = ({ name }: Table) => name;
/** Null for a closed account. */
const addressOf = ({ id, name }: Person) => (name === '' ? null : `/admin/users?user=${id}`);

const sizeColumn = (label: string, language: Language): TableColumn<{ bytes: number }> => ({
  id: 'size',
  label,
  value: (one) => one.bytes,
  text: (one) => bytes(one.bytes, language),
  width: 7,
  isNumeric: true,
});

/** Those whose photos take most space. */
function PeopleTable({ people }: { people: readonly Person[] }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const texts = useTableTexts('');
  const nameOf = ({ name }: Person) => name || t('former');
  const columns = useMemo(
    (): TableColumn<Person>[] => [
      { id: 'name', label: t('maps.user'), value: ({ name }) => name || t('former'), to: addressOf, width: 12 },
      {
        id: 'photos',
        label: t('storage.photo_count'),
        value: ({ photos }) => photos,
        text: ({ photos }) => number(photos, language),
        width: 6,
        isNumeric: true,
      },
      sizeColumn(t('maps.size'), language),
    ],
    [t, language],
  );
  return (
    <WholeTable
      rows={people}
      rowId={personId}
      rowName={nameOf}
      columns={columns}
      label={t('storage.people')}
      sort={LARGEST_FIRST}
      renderCard={(one) => {
        const to = addressOf(one);
        return (
          <TableCard>
            {to === null ? <span>{nameOf(one)}</span> : <Link to={to}>{nameOf(one)}</Link>}
            <small>{t('user.photos', { number: number(one.photos, language), size: bytes(one.bytes, language) })}</small>
          </TableCard>
        );
      }}
      cardHeight={90}
      empty={t('storage.no_photos')}
      texts={texts}
    />
  );
}

/** The largest tables of the database. */
function TablesTable({ tables }: { tables: readonly Table[] }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const texts = useTableTexts('');
  const columns = useMemo(
    (): TableColumn<Table>[] => [
      { id: 'name', label: t('storage.table'), value: tableName, width: 14, isCode: true },
      sizeColumn(t('maps.size'), language),
    ],
    [t, language],
  );
  return (
    <WholeTable
      rows={tables}
      rowId={tableName}
      rowName={tableName}
      columns={columns}
      label={t('storage.tables')}
      sort={LARGEST_FIRST}
      renderCard={(one) => (
        <TableCard>
          <strong>{one.name}</strong>
          <small>{bytes(one.bytes, language)}</small>
        </TableCard>
      )}
      cardHeight={70}
      texts={texts}
    />
  );
}
