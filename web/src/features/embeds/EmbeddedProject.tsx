import { useTranslation } from 'react-i18next';
import { recordedDate } from '../../i18n/format';
import type { ProjectProps } from './counts';
import text from './embed.module.css';
import { Figures } from './Figures';
import { RecordLines } from './RecordLines';

/** The figures and the latest records of a project. */
export function EmbeddedProject({ counts, language }: ProjectProps) {
  const { t } = useTranslation('embeds', { lng: language });
  const { people, start_on, end_on, is_cancelled, records } = counts;
  const days = recordedDate(start_on === end_on ? start_on : `${start_on}/${end_on}`, language);
  return (
    <>
      <Figures counts={counts} language={language} />
      <p className={text.text}>
        {[days, t('participants', { count: people }), is_cancelled && t('cancelled')].filter(Boolean).join(' · ')}
      </p>
      {records.length === 0 ? (
        <p className={text.text}>{t('map_empty')}</p>
      ) : (
        <RecordLines records={records} language={language} hasNames />
      )}
    </>
  );
}
