import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useAddressFilter } from '../../../ui/use-address-filter';
import classes from '../admin.module.css';
import { useVersions } from '../data';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { VersionForm } from './VersionForm';
import { VersionsTable } from './VersionsTable';

/** The versions of the app that devices learn of: what is new, and whether they have to update. */
export default function VersionsPart() {
  const { t } = useTranslation('admin');
  const { versions, failure, retry } = useVersions();
  const [isNew, setNew] = useState(false);
  const [read, write] = useAddressFilter();
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  if (!versions) return <TaxonRowSkeletons label={t('loading')} />;
  const edited = versions.find(({ version }) => version === read('version'));
  const close = () => {
    setNew(false);
    write({ version: null });
  };
  if (isNew || edited) return <VersionForm key={edited?.version} stored={edited ?? null} onDone={close} />;
  return (
    <>
      <div className={classes.above}>
        <Button onClick={() => setNew(true)}>{t('version.new')}</Button>
      </div>
      <VersionsTable versions={versions} />
    </>
  );
}
