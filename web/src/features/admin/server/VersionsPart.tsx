import { Button } from '@mantine/core';
import type { AppVersion } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, languageName } from '../../../i18n/format';
import { EmptyState } from '../../../ui/EmptyState';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useLanguage } from '../../accounts/data';
import classes from '../admin.module.css';
import { useVersions } from '../data';
import { LoadFailure } from '../LoadFailure';
import { VersionForm } from './VersionForm';

type Edited = { version: AppVersion | null } | null;

/** The versions of the app that devices learn of: what is new, and whether they have to update. */
export default function VersionsPart() {
  const { t } = useTranslation(['admin', 'common']);
  const { versions, failure, retry } = useVersions();
  const [edited, setEdited] = useState<Edited>(null);
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  if (!versions) return <TaxonRowSkeletons label={t('loading')} />;
  if (edited) return <VersionForm key={edited.version?.version} stored={edited.version} onDone={() => setEdited(null)} />;
  return (
    <>
      <Button onClick={() => setEdited({ version: null })}>{t('version.new')}</Button>
      {versions.length === 0 && <EmptyState sentence={t('version.none')} />}
      <ul className={classes.list}>
        {versions.map((version) => (
          <VersionLine key={version.version} version={version} onEdit={() => setEdited({ version })} />
        ))}
      </ul>
    </>
  );
}

function VersionLine({ version, onEdit }: { version: AppVersion; onEdit: () => void }) {
  const { t } = useTranslation(['admin', 'common']);
  const language = useLanguage();
  const languages = Object.keys(version.notes) as (keyof AppVersion['notes'])[];
  return (
    <li className={classes.card}>
      <strong>{version.version}</strong>
      <span>{t(`level.${version.level}`)}</span>
      <span className={classes.quiet}>
        {formatDate(new Date(version.created_at), language, { dateStyle: 'long' })} ·{' '}
        {languages.length === 0 ? t('version.no_notes') : languages.map(languageName).join(', ')}
      </span>
      <div>
        <Button variant="default" aria-label={t('version.edit', { version: version.version })} onClick={onEdit}>
          {t('common:action.edit')}
        </Button>
      </div>
    </li>
  );
}
