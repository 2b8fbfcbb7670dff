import type { Language, StorageFigures } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bytes } from '../../../i18n/units';
import { number } from '../../../i18n/format';
import type { TableColumn } from '../../../ui/table/table-types';
import { TableCard } from '../../../ui/table/TableCard';
import { WholeTable } from '../../../ui/table/WholeTable';
import { useLanguage } from '../../../shared/session/session';
import { useTableTexts } from '../../../shared/session/table-texts';

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
export function PeopleTable({ people }: { people: readonly Person[] }) {
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
export function TablesTable({ tables }: { tables: readonly Table[] }) {
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
