import { IconAlertTriangle, IconMessageReply } from '@tabler/icons-react';
import type { RecordToValidate } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import classes from './queue.module.css';

/** What the server found about a record, before anything else of it. */
export function Findings({ record: { findings, is_answered: isAnswered } }: { record: RecordToValidate }) {
  const { t } = useTranslation('validation');
  const language = useLanguage();
  if (findings.length === 0 && !isAnswered) return <p className={classes.fine}>{t('finding.none')}</p>;
  return (
    <ul className={classes.findings} aria-label={t('finding.title')}>
      {isAnswered && (
        <li className={classes.answered}>
          <IconMessageReply size={20} aria-hidden /> {t('finding.answered')}
        </li>
      )}
      {findings.map(({ kind, number: value, note }, at) => (
        <li key={`${kind} ${at}`}>
          <IconAlertTriangle size={20} aria-hidden />
          <span>
            {t(`finding.${kind}`, { number: value === null ? '' : number(value, language) })}
            {note !== '' && <span dir="auto"> {note}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
