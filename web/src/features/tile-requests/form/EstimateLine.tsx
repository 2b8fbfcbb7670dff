import type { TileSpec } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { FieldHint } from '../../../ui/fields/FieldGroup';
import { bytes } from '../../../i18n/bytes';
import { number } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { useErrorText } from '../../../shared/session/form';
import { useEstimate } from '../data';
import classes from './form.module.css';

interface Props {
  /** Null while something is missing. */
  spec: TileSpec | null;
  /** Bytes that the person may still have. */
  room: number;
}

/** How large the map will be, and whether that is too much. */
export function EstimateLine({ spec, room }: Props) {
  const { t } = useTranslation('tile-requests');
  const language = useLanguage();
  const errorTextOf = useErrorText();
  const { data, error, isFetching } = useEstimate(spec);
  if (!spec) return <FieldHint>{t('estimate.missing')}</FieldHint>;
  if (error && !isFetching) {
    const { fields, form } = errorTextOf(error);
    return (
      <p className={classes.error} role="alert">
        {form ?? Object.values(fields).join(' ')}
      </p>
    );
  }
  if (!data || isFetching) return <FieldHint role="status">{t('estimate.running')}</FieldHint>;
  const size = bytes(data.bytes, language);
  return (
    <p className={data.bytes > room ? classes.error : classes.estimate} role="status">
      {t('estimate.size', { size, tiles: number(data.tiles, language) })}{' '}
      {data.bytes > room ? t('estimate.too_large', { room: bytes(Math.max(0, room), language) }) : ''}
    </p>
  );
}
