import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../../ui/EmptyState';
import { Binoculars } from '../../../ui/drawings/EmptyDrawings';
import { PageHeader } from '../../../ui/PageHeader';
import { useMaybeUser } from '../../../shared/session/session';
import { ValidatorsPart } from './ValidatorsPart';

/** Who validates the records of a project, for its organisers. */
export default function ProjectValidatorsScreen() {
  const { t } = useTranslation(['validation', 'common']);
  const [query] = useSearchParams();
  const user = useMaybeUser();
  const project = query.get('project');
  if (!user) return null;
  const back = project === null ? undefined : { to: `/projects/${project}`, label: t('common:screens.projects') };
  return (
    <>
      <PageHeader title={t('common:screens.project_validators')} lead={t('validators.of_project')} back={back} />
      {project === null ? (
        <EmptyState drawing={<Binoculars />} sentence={t('validators.no_project')} />
      ) : (
        <ValidatorsPart projectId={project} isAdmin={user.roles.includes('admin')} />
      )}
    </>
  );
}
