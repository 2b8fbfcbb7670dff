import { Button } from '@mantine/core';
import { IconDownload, IconFileUpload, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../../i18n/format';
import { useSending } from '../../../shared/session/form';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { useLanguage, useUser } from '../../../shared/session/session';
import { useTableTexts } from '../../../shared/session/table-texts';
import { ScientificName } from '../../../ui/ScientificName';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { ServerTable } from '../../../ui/table/ServerTable';
import { standardState, type TableColumn, type TableState } from '../../../ui/table/table-types';
import { TableCard } from '../../../ui/table/TableCard';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { monthsText, reasonText, shownText, whereText } from '../../sensitive/rule-words';
import { downloadRules, type ListedRule, useSensitiveRules } from './data';
import { ImportForm } from './ImportForm';
import { RuleFields } from './RuleFields';
import classes from '../admin.module.css';

const ruleId = ({ id }: ListedRule) => id;

const addressOf = ({ id }: ListedRule) => `?rule=${id}`;

/** The list of sensitive taxa: a name opens its rule, and the whole list is imported and exported as a table. */
export default function RulesPart() {
  const { t } = useTranslation(['sensitive', 'admin', 'common']);
  const language = useLanguage();
  const { units } = useUser().preferences;
  const [opened, setOpened] = useState<'new' | 'import' | null>(null);
  const [read, write] = useAddressFilter();
  const columns = useMemo(
    (): TableColumn<ListedRule>[] => [
      { id: 'taxon', label: t('sensitive:column.taxon'), value: ({ taxon }) => taxon.name, to: addressOf, width: 14, isUnsorted: true },
      {
        id: 'scientific_name',
        label: t('sensitive:column.scientific_name'),
        value: ({ taxon }) => taxon.scientific_name,
        renderCell: ({ taxon }) => <ScientificName name={taxon.scientific_name} rank={taxon.rank} />,
        width: 13,
        isUnsorted: true,
      },
      { id: 'where', label: t('sensitive:column.where'), value: (rule) => whereText(rule, t, language), width: 11, isUnsorted: true },
      {
        id: 'months',
        label: t('sensitive:column.months'),
        value: (rule) => monthsText(rule.months, t, language),
        width: 11,
        isUnsorted: true,
      },
      {
        id: 'shown',
        label: t('sensitive:column.shown'),
        value: ({ grid_km }) => shownText(grid_km, t, language, units),
        width: 12,
        isUnsorted: true,
      },
      { id: 'reason', label: t('sensitive:column.reason'), value: ({ reason }) => reasonText(reason, t), width: 16, isUnsorted: true },
    ],
    [t, language, units],
  );
  const [state, setState] = useState<TableState>(() => standardState(columns));
  const texts = useTableTexts(t('sensitive:search'));
  const { rows, total, due, failure, retry, more, isLoadingMore } = useSensitiveRules(state.search.trim().slice(0, 100));
  const download = useSending(downloadRules);
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  if (!rows) return <TaxonRowSkeletons label={t('admin:loading')} />;
  const edited = rows.find(({ id }) => id === read('rule'));
  const close = () => {
    setOpened(null);
    write({ rule: null });
  };
  if (opened === 'import') return <ImportForm onDone={close} />;
  if (opened === 'new' || edited) return <RuleFields key={edited?.id} stored={edited ?? null} onDone={close} />;
  return (
    <>
      <div className={`${classes.row} ${classes.above}`}>
        <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setOpened('new')}>
          {t('sensitive:add')}
        </Button>
        <Button variant="default" leftSection={<IconFileUpload size={20} aria-hidden />} onClick={() => setOpened('import')}>
          {t('sensitive:import.title')}
        </Button>
        {total > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={20} aria-hidden />}
            loading={download.isSending}
            onClick={download.submit}
          >
            {t('sensitive:export')}
          </Button>
        )}
      </div>
      {download.errors.form && <p role="alert">{download.errors.form}</p>}
      <p className={classes.quiet} role="status">
        {due > 0 && t('sensitive:due', { number: number(due, language), count: due })}
      </p>
      <ServerTable
        rows={rows}
        total={total}
        rowId={ruleId}
        rowName={({ taxon }) => taxon.name}
        columns={columns}
        label={t('sensitive:title')}
        state={state}
        onState={setState}
        onMore={more}
        isLoadingMore={isLoadingMore}
        moreLabel={t('common:action.show_more')}
        renderCard={(rule) => (
          <TableCard>
            <Link to={addressOf(rule)}>{rule.taxon.name}</Link>
            <span>{[whereText(rule, t, language), monthsText(rule.months, t, language)].join(' · ')}</span>
            <small>{[shownText(rule.grid_km, t, language, units), reasonText(rule.reason, t)].join(' · ')}</small>
          </TableCard>
        )}
        cardHeight={122}
        empty={t('sensitive:none')}
        texts={texts}
      />
    </>
  );
}
