import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { useAddressFilter } from '../../ui/use-address-filter';
import { NEW_PROJECT } from './data';
import { ProjectPage } from './page/ProjectPage';

const ProjectEditor = lazy(() => import('./edit/ProjectEditor'));

/** A project; at `/projects/new` and with `?edit=1` the form to create or change one. */
export default function ProjectScreen() {
  const { id = '' } = useParams();
  const { t } = useTranslation('projects');
  const [read] = useAddressFilter();
  if (id !== NEW_PROJECT && read('edit') !== '1') return <ProjectPage key={id} id={id} invite={read('invite')} />;
  return (
    <Suspense fallback={<RecordCardSkeletons count={1} label={t('loading')} />}>
      <ProjectEditor key={id} id={id} />
    </Suspense>
  );
}
