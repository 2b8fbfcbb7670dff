import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { GEOPRIVACIES, LICENSES, todayIn } from '@veld/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId } from 'react';
import { useNow } from '../../../device/use-now';
import { FieldError } from '../../../ui/FieldError';
import { licenseName } from '../../../shared/records/value-labels';
import type { ObserveForm } from '../use-observe-form';
import { deviceTimeZone } from '../../../shared/geo/time-zone';
import checks from '../checks.module.css';
import shared from '../fields.module.css';
import classes from './Sharing.module.css';
import { PinButton } from '../Pins';
import { useRecordTranslation } from '../../../shared/records/use-record-translation';

/** Geoprivacy and its end date. */
export function Sharing({ form, errors }: { form: ObserveForm; errors: string[] }) {
  const t = useRecordTranslation('recording');
  const titleId = useId();
  const { geoprivacy, geoprivacy_until } = form.values;
  const now = useNow(60_000);
  // Warns about a mistyped year: a past date would publish the place at once.
  const isOver = geoprivacy_until !== '' && geoprivacy_until < todayIn(deviceTimeZone(), new Date(now));
  return (
    <div className={shared.wide} role="group" aria-labelledby={titleId}>
      <div className={shared.head}>
        <h3 className={shared.title} id={titleId}>
          {t('observations:field.geoprivacy')}
        </h3>
        <PinButton form={form} name="sharing" label={t('observations:field.geoprivacy')} />
      </div>
      <SegmentedControl
        fullWidth
        aria-labelledby={titleId}
        value={geoprivacy}
        onChange={(next) => form.change({ geoprivacy: GEOPRIVACIES.find((one) => one === next) ?? 'open' })}
        data={GEOPRIVACIES.map((one) => ({ value: one, label: t(`common:geoprivacy.${one}`) }))}
      />
      <p className={shared.hint}>{t(`common:geoprivacy.${geoprivacy}_hint`)}</p>
      {geoprivacy !== 'open' && (
        <div className={classes.until}>
          <TextInput
            type="date"
            label={t('observations:field.geoprivacy_until')}
            value={geoprivacy_until}
            max="9999-12-31"
            onChange={(event) => form.change({ geoprivacy_until: event.currentTarget.value })}
          />
          <p className={shared.hint}>{t('recording:sharing.until_hint')}</p>
          <div className={checks.checks} aria-live="polite">
            {isOver && (
              <div className={checks.check}>
                <IconAlertTriangle size={20} aria-hidden />
                <p>{t('recording:sharing.until_over')}</p>
              </div>
            )}
          </div>
        </div>
      )}
      <FieldError messages={errors} />
    </div>
  );
}

export function LicenseControl({ form, errors }: { form: ObserveForm; errors: string[] }) {
  const t = useRecordTranslation('recording');
  const licenseId = useId();
  const { license } = form.values;
  return (
    <div className={shared.wide}>
      <div className={shared.head}>
        <label className={shared.title} htmlFor={licenseId}>
          {t('observations:field.license')}
        </label>
        <PinButton form={form} name="license" label={t('observations:field.license')} />
      </div>
      <NativeSelect
        id={licenseId}
        value={license ?? ''}
        onChange={(event) => form.change({ license: LICENSES.find((one) => one === event.currentTarget.value) ?? null })}
        data={[{ value: '', label: t('observations:license.none') }, ...LICENSES.map((one) => ({ value: one, label: licenseName(one) }))]}
      />
      <p className={shared.hint}>{t(`observations:license.${LICENSE_KEYS[license ?? 'none']}_hint`)}</p>
      <FieldError messages={errors} />
    </div>
  );
}

const LICENSE_KEYS = { none: 'none', 'CC0-1.0': 'cc0', 'CC-BY-4.0': 'by', 'CC-BY-NC-4.0': 'by_nc' } as const;
