import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import { useFocusBack } from '../../../ui/steady-focus';
import classes from './InviteDialog.module.css';

interface Props {
  name: string;
  url: string;
  /** Whether everybody with the link can join. */
  isSecret: boolean;
  onClose: () => void;
}

/** The address of a project as a QR code, to be scanned from the screen. */
export default function InviteDialog({ name, url, isSecret, onClose }: Props) {
  useFocusBack();
  const { t } = useTranslation(['projects', 'common']);
  const { size, data } = encode(url, { border: 2 });
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <Modal opened onClose={onClose} title={name} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <div className={classes.body}>
        <p>{t(isSecret ? 'qr_hint_link' : 'qr_hint')}</p>
        {/* Black on white in every theme: cameras need it. */}
        <svg
          className={classes.code}
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label={t('qr_of', { name })}
          shapeRendering="crispEdges"
        >
          <rect width={size} height={size} fill="#fff" />
          <path d={modules.join('')} fill="#000" />
        </svg>
        <p className={classes.address}>{url}</p>
      </div>
    </Modal>
  );
}
