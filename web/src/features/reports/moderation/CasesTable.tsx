import { isOneOf, REPORT_REASONS, REPORT_SUBJECTS } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ago } from '../../../i18n/format';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { ServerTable } from '../../../ui/table/ServerTable';
import { standardState, type TableColumn, type TableState } from '../../../ui/table/table-types';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { TableCard } from '../../../ui/table/TableCard';
import { useLanguage } from '../../../shared/session/session';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { useTableTexts } from '../../../shared/session/table-texts';
import { CaseDialog, SubjectText } from './CaseDialog';
import { type ReportCase, useCases } from './data';

const caseId = ({ id }: ReportCase) => id;

/** The reports to decide, or those that were decided; one opens what can be done. */
export function CasesTable({ isDecided }: { isDecided: boolean }) {
  const { t } = useTranslation(['reports', 'common']);
  const language = useLanguage();
  const [read, write] = useAddressFilter();
  const words = useMemo(() => {
    const subject = ({ subject_text, reported_text, subject_kind }: ReportCase) => {
      const text = subject_text ?? reported_text;
      if (text === null) return t('moderation.gone');
      return text.replaceAll(/\s+/g, ' ').trim().slice(0, 200) || t(`about.${subject_kind}`);
    };
    const state = ({ state: now, appeal }: ReportCase) =>
      appeal?.answered_at === null ? `${t('moderation.appeal')} ${appeal.text}` : t(`state.${now}`);
    const to = ({ id }: ReportCase) => (isDecided ? `?view=decided&case=${id}` : `?case=${id}`);
    const at = (one: ReportCase) => (isDecided && one.decided_at) || one.created_at;
    return { subject, state, to, at };
  }, [t, isDecided]);
  const columns = useMemo((): TableColumn<ReportCase>[] => {
    const former = t('moderation.former');
    return [
      {
        id: 'subject',
        label: t('moderation.column.subject'),
        value: words.subject,
        renderCell: (one) => <SubjectText one={one} text={words.subject(one)} />,
        to: words.to,
        width: 14,
        isUnsorted: true,
      },
      {
        id: 'kind',
        label: t('moderation.column.kind'),
        value: ({ subject_kind }) => t(`about.${subject_kind}`),
        width: 7.5,
        isUnsorted: true,
        filter: 'choice',
        choices: REPORT_SUBJECTS.map((value) => ({ value, label: t(`about.${value}`) })),
      },
      {
        id: 'reason',
        label: t('moderation.column.reason'),
        value: ({ reason }) => t(`reason.${reason}`),
        width: 12,
        isUnsorted: true,
        filter: 'choice',
        choices: REPORT_REASONS.map((value) => ({ value, label: t(`reason.${value}`) })),
      },
      { id: 'owner', label: t('moderation.column.owner'), value: (one) => one.subject_user?.name ?? former, width: 7.5, isUnsorted: true },
      {
        id: 'reporter',
        label: t('moderation.column.reporter'),
        value: (one) => one.reporter?.name ?? former,
        width: 7.5,
        isUnsorted: true,
      },
      { id: 'state', label: t('moderation.column.state'), value: words.state, width: 10, isUnsorted: true },
      {
        id: 'at',
        label: t(isDecided ? 'moderation.column.decided' : 'moderation.column.reported'),
        value: (one) => ago(words.at(one), language),
        width: 7.5,
        isUnsorted: true,
      },
    ];
  }, [t, language, words, isDecided]);
  const [state, setState] = useState<TableState>(() => standardState(columns));
  const texts = useTableTexts('');
  const { kind = '', reason = '' } = state.filters;
  const { rows, failure, retry, more, isLoadingMore } = useCases({
    decided: isDecided ? '1' : '0',
    ...(isOneOf(REPORT_SUBJECTS, kind) ? { subject_kind: kind } : {}),
    ...(isOneOf(REPORT_REASONS, reason) ? { reason } : {}),
  });
  const opened = useOpened(rows, read('case'));
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  if (!rows) return <TaxonRowSkeletons label={t('moderation.loading')} />;
  return (
    <>
      <ServerTable
        rows={rows}
        rowId={caseId}
        rowName={words.subject}
        columns={columns}
        label={t(`moderation.view.${isDecided ? 'decided' : 'open'}`)}
        state={state}
        onState={setState}
        onMore={more}
        isLoadingMore={isLoadingMore}
        moreLabel={t('common:action.show_more')}
        hasSearch={false}
        renderCard={(one) => (
          <TableCard>
            <Link to={words.to(one)}>
              <SubjectText one={one} text={words.subject(one)} />
            </Link>
            <span>
              {t(`about.${one.subject_kind}`)} · {t(`reason.${one.reason}`)}
            </span>
            <small>
              {words.state(one)} · {ago(words.at(one), language)}
            </small>
          </TableCard>
        )}
        cardHeight={120}
        empty={isDecided ? t('moderation.none_decided') : t('moderation.none_open')}
        texts={texts}
      />
      {opened && <CaseDialog key={opened.id} one={opened} onClose={() => write({ case: null })} />}
    </>
  );
}

/** The report of the address. It stays when it is no longer in the list, so that its moderator reads why a decision was refused. */
function useOpened(rows: readonly ReportCase[] | undefined, id: string | null): ReportCase | undefined {
  const found = id === null ? undefined : rows?.find((one) => one.id === id);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  return found ?? (last?.id === id ? last : undefined);
}
