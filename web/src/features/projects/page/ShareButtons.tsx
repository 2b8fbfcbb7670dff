import { Button } from '@mantine/core';
import { IconQrcode, IconShare } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shareLink } from '../../../device/share-link';
import { notifier } from '../../../shared/session/session';
import { type Project, projectAddress } from '../data';

const InviteDialog = lazy(() => import('./InviteDialog'));

/** The whole address of a project, with the secret of its link if it is joined by one. */
export function formatProjectLink({ id, invite }: Pick<Project, 'id' | 'invite'>): string {
  return `${location.origin}${projectAddress(id)}${invite ? `?invite=${invite}` : ''}`;
}

/** Sends the address of a project, or shows it as a QR code. Of a project that is joined by link, for those who have the link. */
export function ShareButtons({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const [isOpen, setOpen] = useState(false);
  const url = formatProjectLink(project);
  if (project.joining === 'link' && project.invite === null) return null;
  const share = async () => {
    try {
      if ((await shareLink(project.name, url)) === 'copied') notifier.show('positive', t('link_copied'));
    } catch (error) {
      notifier.show('negative', t('link_failed'), { cause: error });
    }
  };
  return (
    <>
      <Button variant="default" leftSection={<IconShare size={20} aria-hidden />} onClick={() => void share()}>
        {t('share')}
      </Button>
      <Button variant="default" leftSection={<IconQrcode size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t('qr')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <InviteDialog name={project.name} url={url} isSecret={project.invite !== null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
