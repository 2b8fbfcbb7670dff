import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytes } from '../../../i18n/units';
import { number } from '../../../i18n/format';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { useLanguage } from '../../../shared/session/session';
import { useSending } from '../../../shared/session/form';
import classes from '../admin.module.css';
import { findOrphans, useStorageFigures } from '../data';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { PeopleTable, TablesTable } from './StorageTables';

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
      </StatTiles>
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
