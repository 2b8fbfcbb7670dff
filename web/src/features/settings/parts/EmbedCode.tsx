import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ShownOnce } from '../../../ui/fields/ShownOnce';
import { focusFirst } from '../../../ui/steady-focus';
import { useLanguage, useUser } from '../../accounts/data';
import { Choices } from '../Choices';
import { embedCode, type EmbedKind, embedFrame } from '../data';
import classes from './EmbedCode.module.css';

/** The code for a website, with what it shows there. */
export function EmbedCode({ embedKey, onDone }: { embedKey: string; onDone: () => void }) {
  const { t } = useTranslation(['settings', 'common']);
  const language = useLanguage();
  const title = `Veld: ${useUser().name}`;
  const [kind, setKind] = useState<EmbedKind>('counter');
  const frame = embedFrame({ key: embedKey, language, kind });
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
        ]}
        onChange={setKind}
      />
      <figure className={classes.preview}>
        <figcaption>{t('embeds.preview')}</figcaption>
        {/* Another kind is another frame: going back must not lead through both. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of Veld, whose scripts need its origin */}
        <iframe key={kind} className={classes.frame} src={frame.address} title={title} width={frame.width} height={frame.height} />
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
  );
}
