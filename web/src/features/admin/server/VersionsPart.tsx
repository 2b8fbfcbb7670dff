import { Button } from '@mantine/core';
import { type AppVersion, type Language, UPDATE_LEVELS } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, languageName } from '../../../i18n/format';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { useLanguage } from '../../../shared/session/session';
import { useTableTexts } from '../../../shared/session/table-texts';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import type { TableColumn } from '../../../ui/table/table-types';
import { TableCard } from '../../../ui/table/TableCard';
import { WholeTable } from '../../../ui/table/WholeTable';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { useVersions } from '../data';
import { VersionForm } from './VersionForm';
import classes from '../admin.module.css';

const numberOf = ({ version }: AppVersion) => version;

const LATEST_FIRST = [{ id: 'at', isDescending: true }];

const addressOf = ({ version }: AppVersion) => `?version=${version}`;

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

/** The versions that were announced; the number of one opens its form. */
function VersionsTable({ versions }: { versions: readonly AppVersion[] }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const texts = useTableTexts('');
  const words = useMemo(() => {
    const day = ({ created_at }: AppVersion) => formatDate(new Date(created_at), language, { dateStyle: 'medium' });
    const notes = ({ notes: all }: AppVersion) => (Object.keys(all) as Language[]).map(languageName).join(', ') || t('version.no_notes');
    return { day, notes };
  }, [t, language]);
  const columns = useMemo(
    (): TableColumn<AppVersion>[] => [
      { id: 'version', label: t('version.number'), value: numberOf, to: addressOf, width: 7 },
      {
        id: 'level',
        label: t('version.level'),
        value: ({ level }) => level,
        text: ({ level }) => t(`level.${level}`),
        width: 14,
        filter: 'choice',
        choices: UPDATE_LEVELS.map((value) => ({ value, label: t(`level.${value}`) })),
      },
      { id: 'at', label: t('log.when'), value: ({ created_at }) => created_at, text: words.day, width: 9, isCode: true },
      { id: 'notes', label: t('version.notes'), value: words.notes, width: 18 },
    ],
    [t, words],
  );
  return (
    <WholeTable
      rows={versions}
      rowId={numberOf}
      rowName={numberOf}
      columns={columns}
      label={t('section.versions')}
      sort={LATEST_FIRST}
      renderCard={(version) => (
        <TableCard>
          <Link to={addressOf(version)}>{version.version}</Link>
          <span>{t(`level.${version.level}`)}</span>
          <small>
            {words.day(version)} · {words.notes(version)}
          </small>
        </TableCard>
      )}
      cardHeight={110}
      empty={t('version.none')}
      texts={texts}
    />
  );
}
