import { NativeSelect } from '@mantine/core';
import { isAboveSpecies, isOneOf, type Language } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { THEME_CHOICES, type ThemeChoice } from '../../../ui/ThemeProvider';
import { ShownOnce } from '../../../ui/fields/ShownOnce';
import { focusFirst } from '../../../ui/steady-focus';
import { useLanguage, useUser } from '../../../shared/session/session';
import { useProjects } from '../../projects/data';
import { useOwnSpecies } from '../../species/data';
import { Choices } from '../Section';
import { embedCode, type EmbedKind, embedFrame } from './embed-keys';
import classes from './EmbedCode.module.css';

/** The code for a website, with what it shows there. */
export function EmbedCode({ embedKey, onDone }: { embedKey: string; onDone: () => void }) {
  const { t } = useTranslation(['settings', 'common']);
  const language = useLanguage();
  const title = `Veld: ${useUser().name}`;
  const [kind, setKind] = useState<EmbedKind>('counter');
  const species = useSpeciesNames(language);
  const [chosen, setChosen] = useState<number | null>(null);
  const taxonId = chosen ?? species[0]?.id ?? null;
  const projects =
    useProjects({ view: 'mine', country: null, name: '' }).data?.pages[0]?.data.filter(({ joining }) => joining === 'everyone') ?? [];
  const [chosenProject, setProject] = useState<string | null>(null);
  const projectId = chosenProject ?? projects[0]?.id ?? null;
  const [theme, setTheme] = useState<ThemeChoice>('auto');
  const frame = embedFrame({ key: embedKey, language, kind, taxonId, projectId, theme });
  return (
    <div ref={focusFirst} className={classes.made}>
      <Choices
        label={t('embeds.kind')}
        isAsked
        name="embed-kind"
        value={kind}
        choices={[
          { value: 'counter', label: t('embeds.kind_counter'), hint: t('embeds.kind_counter_hint') },
          { value: 'map', label: t('embeds.kind_map'), hint: t('embeds.kind_map_hint') },
          { value: 'species', label: t('embeds.kind_species'), hint: t('embeds.kind_species_hint') },
          { value: 'records', label: t('embeds.kind_records'), hint: t('embeds.kind_records_hint') },
          ...(species.length > 0 ? [{ value: 'taxon' as const, label: t('embeds.kind_taxon'), hint: t('embeds.kind_taxon_hint') }] : []),
          ...(projects.length > 0
            ? [{ value: 'project' as const, label: t('embeds.kind_project'), hint: t('embeds.kind_project_hint') }]
            : []),
        ]}
        onChange={setKind}
      />
      {kind === 'taxon' && (
        <NativeSelect
          label={t('embeds.species')}
          value={String(taxonId)}
          data={species.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      )}
      {kind === 'project' && (
        <NativeSelect
          label={t('embeds.project')}
          value={projectId ?? ''}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setProject(event.currentTarget.value)}
        />
      )}
      <NativeSelect
        label={t('appearance.colours')}
        value={theme}
        data={THEME_CHOICES.map((value) => ({ value, label: t(`appearance.${value}`) }))}
        onChange={({ currentTarget: { value } }) => isOneOf(THEME_CHOICES, value) && setTheme(value)}
      />
      <div className={classes.result}>
        <figure className={classes.preview}>
          <figcaption>{t('embeds.preview')}</figcaption>
          {/* Another kind is another frame: going back must not lead through both. */}
          {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of Veld, whose scripts need its origin */}
          <iframe
            key={frame.address}
            className={classes.frame}
            src={frame.address}
            title={title}
            width={frame.width}
            height={frame.height}
          />
        </figure>
        <ShownOnce
          label={t('embeds.code')}
          text={embedCode(frame, title)}
          hint={t('embeds.shown_once')}
          copyLabel={t('common:action.copy')}
          copiedLabel={t('embeds.copied')}
          doneLabel={t('embeds.done')}
          onDone={onDone}
        />
      </div>
    </div>
  );
}

/** The species of the user's records, by name. */
function useSpeciesNames(language: Language): { id: number; name: string }[] {
  const own = useOwnSpecies({ country: null, period: 'all' });
  return useMemo(() => {
    const { compare } = new Intl.Collator(language);
    return [...(own ?? [])]
      .flatMap(([id, { taxon, records, ticks }]) =>
        taxon && records > ticks && !isAboveSpecies(taxon.rank) ? [{ id, name: taxon.name }] : [],
      )
      .toSorted((one, other) => compare(one.name, other.name));
  }, [own, language]);
}
