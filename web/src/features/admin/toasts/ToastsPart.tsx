import { Button } from '@mantine/core';
import { TOAST_AUDIENCES, TOAST_LEVELS } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate } from '../../../i18n/format';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { useLanguage } from '../../../shared/session/session';
import { useTableTexts } from '../../../shared/session/table-texts';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import type { TableColumn } from '../../../ui/table/table-types';
import { TableCard } from '../../../ui/table/TableCard';
import { WholeTable } from '../../../ui/table/WholeTable';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { readIn, ToastFields } from './ToastFields';
import { audienceText, type StoredToast, useToasts } from './data';
import classes from '../admin.module.css';

const toastId = ({ id }: StoredToast) => id;

const addressOf = ({ id }: StoredToast) => `?announcement=${id}`;

const LATEST_FIRST = [{ id: 'from', isDescending: true }];

/** The messages to everybody: shown once as a notice, and among the notifications until they end. */
export default function ToastsPart() {
  const { t } = useTranslation('admin');
  const { toasts, failure, retry } = useToasts();
  const [isNew, setNew] = useState(false);
  const [read, write] = useAddressFilter();
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  if (!toasts) return <TaxonRowSkeletons label={t('loading')} />;
  const edited = toasts.find(({ id }) => id === read('announcement'));
  const close = () => {
    setNew(false);
    write({ announcement: null });
  };
  if (isNew || edited) return <ToastFields key={edited?.id} stored={edited ?? null} onDone={close} />;
  return (
    <>
      <div className={classes.above}>
        <Button onClick={() => setNew(true)}>{t('announcement.new')}</Button>
      </div>
      <ToastsTable toasts={toasts} />
    </>
  );
}

/** The messages to everybody; the text of one opens its form. */
function ToastsTable({ toasts }: { toasts: readonly StoredToast[] }) {
  const { t } = useTranslation(['admin', 'common']);
  const language = useLanguage();
  const texts = useTableTexts(t('announcement.texts'));
  const words = useMemo(() => {
    const day = (at: string | null) => (at === null ? '' : formatDate(new Date(at), language, { dateStyle: 'medium' }));
    return { day, text: ({ text }: StoredToast) => readIn(text, language).text };
  }, [language]);
  const columns = useMemo(
    (): TableColumn<StoredToast>[] => [
      { id: 'text', label: t('announcement.texts'), value: words.text, to: addressOf, width: 22, isSearched: true },
      {
        id: 'level',
        label: t('announcement.level'),
        value: ({ level }) => level,
        text: ({ level }) => t(`announcement.levels.${level}`),
        width: 9,
        filter: 'choice',
        choices: TOAST_LEVELS.map((value) => ({ value, label: t(`announcement.levels.${value}`) })),
      },
      {
        id: 'audience',
        label: t('announcement.audience'),
        value: ({ audience }) => audience,
        text: ({ audience }) => audienceText(audience, t),
        width: 9,
        filter: 'choice',
        choices: TOAST_AUDIENCES.map((value) => ({ value, label: audienceText(value, t) })),
      },
      {
        id: 'from',
        label: t('announcement.starts_at'),
        value: ({ starts_at }) => starts_at,
        text: (one) => words.day(one.starts_at),
        width: 8,
        isCode: true,
      },
      {
        id: 'until',
        label: t('announcement.ends_at'),
        value: ({ ends_at }) => ends_at,
        text: (one) => words.day(one.ends_at),
        width: 8,
        isCode: true,
      },
    ],
    [t, words],
  );
  return (
    <WholeTable
      rows={toasts}
      rowId={toastId}
      rowName={words.text}
      columns={columns}
      label={t('section.announcements')}
      sort={LATEST_FIRST}
      renderCard={(one) => (
        <TableCard>
          <Link to={addressOf(one)}>{words.text(one)}</Link>
          <span>{[words.day(one.starts_at), words.day(one.ends_at)].filter(Boolean).join(' – ')}</span>
          <small>
            {t(`announcement.levels.${one.level}`)} · {audienceText(one.audience, t)}
          </small>
        </TableCard>
      )}
      cardHeight={120}
      empty={t('announcement.none')}
      texts={texts}
    />
  );
}
