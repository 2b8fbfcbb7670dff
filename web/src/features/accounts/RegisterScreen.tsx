import { Anchor, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { nameFault, passwordFault } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { COUNTRY_CODES } from '../../i18n/countries';
import { useCountryChoices } from '../../shared/location/countries';
import { useSending } from '../../shared/session/form';
import { innerAddress } from '../../shared/session/inner-address';
import { auth, notifier, useLanguage } from '../../shared/session/session';
import { WhoSees } from '../../shared/session/WhoSees';
import { EmailField, PasswordField } from './AccountFields';
import { GuestForm } from './GuestForm';
import { type Registration, useRegistration } from './registration';
import classes from './accounts.module.css';

export default function RegisterScreen() {
  const { t } = useTranslation(['accounts', 'common']);
  const language = useLanguage();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  // From an invitation link.
  const invite = search.get('invite') ?? undefined;
  const registration = useRegistration(invite);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [country, setCountry] = useState(() => guessCountry());
  const [isListed, setIsListed] = useState(false);
  const countries = useCountryChoices();
  const { submit, isSending, errors } = useSending(async () => {
    const user = await auth.register({
      name,
      email,
      password,
      country_code: country || null,
      language,
      community_opt_in: isListed,
      invite,
    });
    if (!user.email_confirmed) notifier.show('info', t('register.sent'));
    // Whoever begins a server decides first what others see of it.
    const isAsked = user.roles.includes('admin') && registration?.asks_browsing;
    await navigate(isAsked ? '/admin/visitors' : innerAddress(search.get('next')), { replace: true });
  });
  if (registration && !registration.can_register)
    return <RegistrationRefused registration={registration.registration} isInvited={invite !== undefined} />;
  const fault = passwordFault(password, { name, email });
  const faultText = fault ? t(`field.${fault}`) : undefined;
  const badName = nameFault(name);
  return (
    <GuestForm
      title={t('register.title')}
      lead={t('register.lead')}
      submitLabel={t('register.submit')}
      isSending={isSending}
      errors={{ ...errors, form: errors.form ?? errors.fields.invite ?? null }}
      onSubmit={submit}
      after={
        <Anchor component={Link} to={{ pathname: '/login', search: search.toString() }}>
          {t('register.to_login')}
        </Anchor>
      }
    >
      <TextInput
        label={t('field.name')}
        description={t('register.name_hint')}
        name="name"
        autoComplete="nickname"
        required
        withAsterisk={false}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={errors.fields.name ?? (badName ? t(`field.${badName}`) : undefined)}
      />
      <EmailField value={email} onChange={setEmail} error={errors.fields.email} />
      <PasswordField isNew value={password} onChange={setPassword} error={errors.fields.password ?? faultText} />
      <NativeSelect
        label={t('common:location.country')}
        description={t('register.country_hint')}
        name="country"
        autoComplete="country"
        value={country}
        onChange={(event) => setCountry(event.currentTarget.value)}
        data={[{ value: '', label: t('register.no_country') }, ...countries]}
        error={errors.fields.country_code}
      />
      <Checkbox
        label={t('register.listed')}
        description={t('register.listed_hint')}
        checked={isListed}
        onChange={(event) => setIsListed(event.currentTarget.checked)}
      />
      <WhoSees shows={{ isListed, isRanked: true, isPublic: false }} />
    </GuestForm>
  );
}

/** The country of the browser's languages, if it is in our list. */
function guessCountry(): string {
  for (const tag of navigator.languages) {
    const region = new Intl.Locale(tag).region;
    if (region && COUNTRY_CODES.includes(region)) return region;
  }
  return '';
}

/** Why a visitor cannot create an account, instead of the form. */
function RegistrationRefused({ registration, isInvited }: { registration: Registration['registration']; isInvited: boolean }) {
  const { t } = useTranslation(['accounts', 'common']);
  const [search] = useSearchParams();
  const other = new URLSearchParams(search);
  other.delete('invite');
  const isClosed = registration === 'closed';
  return (
    <section className={classes.sheet}>
      <h1 className={classes.title}>{isClosed ? t('register.closed_title') : t('register.invite_title')}</h1>
      <p className={classes.lead}>{isClosed ? t('register.closed') : isInvited ? t('register.invite_unusable') : t('register.invite')}</p>
      <div className={classes.doors}>
        <Button component={Link} to={{ pathname: '/login', search: other.toString() }}>
          {t('register.to_login')}
        </Button>
      </div>
    </section>
  );
}
