import { useTranslation } from 'react-i18next';
import { ago } from '../../i18n/format';
import { SectionTitle } from '../../ui/SectionTitle';
import { SentEntry, SentList } from '../../ui/SentEntry';
import { useLanguage } from '../../shared/session/session';
import { retryReport, useReports } from './data';

/** What the user has reported, and what became of it; nothing without reports. */
export function ReportList() {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const { entries } = useReports();
  if (!entries || entries.length === 0) return null;
  return (
    <section aria-labelledby="reports">
      <SectionTitle id="reports">{t('own')}</SectionTitle>
      <SentList>
        {entries.map((one) => (
          <SentEntry
            key={one.id}
            title={`${t(`about.${one.subject_kind}`)} · ${t(`reason.${one.reason}`)}`}
            state={one.state}
            stateLabel={t(`state.${one.subject_kind === 'user' && one.state === 'upheld' ? 'acted' : one.state}`)}
            text={one.text}
            at={one.created_at}
            when={ago(one.created_at, language)}
            onRetry={one.state === 'rejected' && one.item_id ? () => void retryReport(one.item_id!) : undefined}
          />
        ))}
      </SentList>
    </section>
  );
}
