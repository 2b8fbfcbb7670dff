import { type AppVersion, type Language, UPDATE_LEVELS } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, languageName } from '../../../i18n/format';
import type { TableColumn } from '../../../ui/table/table-types';
import { TableCard } from '../../../ui/table/TableCard';
import { WholeTable } from '../../../ui/table/WholeTable';
import { useLanguage } from '../../../shared/session/session';
import { useTableTexts } from '../../../shared/session/table-texts';

const numberOf = ({ version }: AppVersion) => version;
const LATEST_FIRST = [{ id: 'at', isDescending: true }];

/** The versions that were announced; the number of one opens its form. */
export function VersionsTable({ versions }: { versions: readonly AppVersion[] }) {
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

const addressOf = ({ version }: AppVersion) => `?version=${version}`;
