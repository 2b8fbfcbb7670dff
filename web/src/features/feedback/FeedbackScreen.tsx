import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader';
import { useMaybeUser } from '../../shared/session/session';
import { ReportList } from '../reports/ReportList';
import { MOST_A_DAY, useFeedback } from './data';
import classes from './feedback.module.css';
import { FeedbackForm } from './FeedbackForm';
import { Ideas } from './ideas/Ideas';
import { OwnMessages } from './sent/OwnMessages';

export default function FeedbackScreen() {
  return useMaybeUser() ? <FeedbackPage /> : null;
}

/** Sends feedback, and shows what became of it and what others ask for. */
function FeedbackPage() {
  const { t } = useTranslation(['feedback', 'common']);
  const { sentToday, ...sent } = useFeedback();
  return (
    <>
      <PageHeader title={t('common:screens.feedback')} lead={t('lead')} />
      <div className={classes.columns}>
        <FeedbackForm isFull={sentToday >= MOST_A_DAY} />
        <div>
          <OwnMessages {...sent} />
          <Ideas />
          <ReportList />
        </div>
      </div>
    </>
  );
}
