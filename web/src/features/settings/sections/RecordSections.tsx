import { Anchor, SegmentedControl, Switch } from '@mantine/core';
import { GEOPRIVACIES, type License, LICENSES, MESSAGES_FROM, TARGET_ACCURACIES_M } from '@veld/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { distance } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { Hint } from '../../../shared/hints/Hint';
import { UnconfirmedEmail } from '../../../shared/session/UnconfirmedEmail';
import { TallySignals } from '../../../shared/records/tally-view';
import { licenseName } from '../../../shared/records/record-labels';
import { Choices, Section, SectionPart, type SectionProps, SettingMark } from '../Section';
import { WhoSees } from '../../../shared/session/WhoSees';
import { usePreference } from '../../../shared/session/preferences';
import { useHashScroll } from '../../../ui/frame/use-hash-scroll';
import shared from '../settings.module.css';
import classes from './RecordSections.module.css';

export function PrivacySection({ id, title }: SectionProps) {
  const { t } = useTranslation(['settings', 'common']);
  const geoprivacy = usePreference('geoprivacy');
  const listed = usePreference('community_opt_in');
  const ranked = usePreference('leaderboards');
  const open = usePreference('public_profile');
  const messages = usePreference('messages_from');
  const needs = usePreference('shares_needs');
  useHashScroll();
  return (
    <Section id={id} title={title}>
      {geoprivacy.value === 'open' && <Hint wizard="privacy" />}
      <SectionPart id="geoprivacy" title={t('privacy.places')} lead={t('privacy.lead')} mark={<SettingMark setting={geoprivacy} />}>
        <Choices
          label={t('privacy.lead')}
          name="geoprivacy"
          value={geoprivacy.value}
          choices={GEOPRIVACIES.map((value) => ({
            value,
            label: t(`common:geoprivacy.${value}`),
            hint: t(`common:geoprivacy.${value}_hint`),
          }))}
          onChange={(value) => void geoprivacy.set(value)}
        />
      </SectionPart>
      <SectionPart id="private-zone" title={t('places.private_zone')} lead={t('privacy.zone')}>
        <Anchor component={Link} className={shared.link} to="/settings/my-locations">
          {t('common:screens.my_locations')}
        </Anchor>
      </SectionPart>
      <SectionPart id="listed" title={t('common:screens.community')} mark={<SettingMark setting={listed} />}>
        <Switch
          label={t('privacy.listed')}
          description={t('privacy.listed_hint')}
          checked={listed.value}
          onChange={(event) => void listed.set(event.currentTarget.checked)}
        />
        {listed.value && <UnconfirmedEmail isAboutListing />}
      </SectionPart>
      <SectionPart id="public-profile" title={t('privacy.public_title')} mark={<SettingMark setting={open} />}>
        <Switch
          label={t('privacy.public')}
          description={t('privacy.public_hint')}
          // Preferences stored before there were public profiles lack it.
          checked={open.value ?? false}
          onChange={(event) => void open.set(event.currentTarget.checked)}
        />
      </SectionPart>
      <SectionPart id="leaderboards" title={t('privacy.leaderboards_title')} mark={<SettingMark setting={ranked} />}>
        <Switch
          label={t('privacy.leaderboards')}
          description={t('privacy.leaderboards_hint')}
          // Preferences stored before there were leaderboards lack it.
          checked={ranked.value ?? true}
          onChange={(event) => void ranked.set(event.currentTarget.checked)}
        />
      </SectionPart>
      <SectionPart id="needs" title={t('privacy.needs_title')} mark={<SettingMark setting={needs} />}>
        <Switch
          label={t('privacy.needs')}
          description={t('privacy.needs_hint')}
          // Preferences stored before needs could be shared lack it.
          checked={needs.value ?? false}
          onChange={(event) => void needs.set(event.currentTarget.checked)}
        />
      </SectionPart>
      <SectionPart
        id="messages"
        title={t('privacy.messages_title')}
        lead={t('privacy.messages_lead')}
        mark={<SettingMark setting={messages} />}
      >
        <Choices
          label={t('privacy.messages_title')}
          name="messages_from"
          // Preferences stored before there were messages lack it.
          value={messages.value ?? 'followed'}
          choices={MESSAGES_FROM.map((value) => ({
            value,
            label: t(`privacy.messages.${value}`),
            hint: t(`privacy.messages.${value}_hint`),
          }))}
          onChange={(value) => void messages.set(value)}
        />
      </SectionPart>
      <WhoSees shows={{ isListed: listed.value, isRanked: ranked.value ?? true, isPublic: open.value ?? false }} />
    </Section>
  );
}

export function RecordingSection({ id, title }: SectionProps) {
  const { t } = useTranslation(['settings', 'common']);
  const recording = usePreference('recording');
  const units = usePreference('units');
  const language = useLanguage();
  const targetId = useId();
  return (
    <Section id={id} title={title} mark={<SettingMark setting={recording} />}>
      <Switch
        label={t('recording.ask_place')}
        description={t('recording.ask_place_hint')}
        checked={recording.value.ask_place}
        onChange={(event) => void recording.set({ ...recording.value, ask_place: event.currentTarget.checked })}
      />
      <div>
        <p className={classes.label} id={targetId}>
          {t('recording.target')}
        </p>
        <SegmentedControl
          fullWidth
          aria-labelledby={targetId}
          value={String(recording.value.target_accuracy_m ?? 10)}
          data={TARGET_ACCURACIES_M.map((metres) => ({ value: String(metres), label: distance(metres, units.value, language) }))}
          onChange={(value) =>
            void recording.set({
              ...recording.value,
              target_accuracy_m: TARGET_ACCURACIES_M.find((metres) => String(metres) === value) ?? 10,
            })
          }
        />
      </div>
      <Switch
        label={t('recording.average')}
        description={t('recording.average_hint')}
        checked={recording.value.average_fixes ?? false}
        onChange={(event) => void recording.set({ ...recording.value, average_fixes: event.currentTarget.checked })}
      />
      <SectionPart id="tally" title={t('common:screens.tally')}>
        <TallySignals />
      </SectionPart>
    </Section>
  );
}

const LICENCE_WORDS = { 'CC0-1.0': 'cc0', 'CC-BY-4.0': 'by', 'CC-BY-NC-4.0': 'by_nc' } as const satisfies Record<License, string>;

/** The value of a choice that stands for no licence of its own. */
const AS_RECORD = 'as_record';

export function LicenceSection({ id, title }: SectionProps) {
  const { t } = useTranslation('settings');
  const license = usePreference('license');
  const photos = usePreference('photo_license');
  const choices = LICENSES.map((value) => ({
    value,
    label: t(`licence.${LICENCE_WORDS[value]}`, { license: licenseName(value) }),
    hint: t(`licence.${LICENCE_WORDS[value]}_hint`, { license: licenseName('CC-BY-4.0') }),
  }));
  return (
    <Section id={id} title={title} lead={t('licence.lead')}>
      <SectionPart id="record-licence" title={t('licence.title')} mark={<SettingMark setting={license} />}>
        <Choices
          label={t('licence.title')}
          name="license"
          value={license.value}
          choices={choices}
          onChange={(value) => void license.set(value)}
        />
      </SectionPart>
      <SectionPart id="photo-licence" title={t('licence.photos')} mark={<SettingMark setting={photos} />}>
        <Choices<License | typeof AS_RECORD>
          label={t('licence.photos')}
          name="photo_license"
          value={photos.value ?? AS_RECORD}
          choices={[{ value: AS_RECORD, label: t('licence.as_record'), hint: t('licence.as_record_hint') }, ...choices]}
          onChange={(value) => void photos.set(value === AS_RECORD ? null : value)}
        />
      </SectionPart>
    </Section>
  );
}
