import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LANGUAGES } from '../../contract/src/vocabulary.ts';
import { appNamespaces, languageFile, readTexts } from './catalogue.ts';
import { complete } from './complete.ts';

const MODULE = 'virtual:veld-texts';
const RESOLVED = `\0${MODULE}`;

/**
 * The texts of the app as modules, each language whole: what is not translated yet is English, so that no page loads English beside its
 * own language. The texts of the shell (`common`) come with the language, the others with the first screen that uses them.
 */
export function texts(root: string): Plugin {
  return {
    name: 'veld-texts',
    resolveId: (id) => (id === MODULE || id.startsWith(`${MODULE}/`) ? `\0${id}` : null),
    load(id) {
      if (id === RESOLVED)
        return `export const languages = {${LANGUAGES.map((language) => `${language}: () => import('${MODULE}/${language}')`).join()}};`;
      if (!id.startsWith(`${RESOLVED}/`)) return null;
      const [language = '', name] = id.slice(RESOLVED.length + 1).split('/');
      const namespace = appNamespaces(root).find((one) => one.name === name);
      if (namespace === undefined) return moduleOf(root, language);
      for (const folder of new Set(['en', language])) this.addWatchFile(join(root, languageFile(namespace, folder)));
      const english = readTexts(root, namespace, 'en') ?? {};
      const whole = language === 'en' ? english : complete(language, english, readTexts(root, namespace, language));
      return `export default ${JSON.stringify(whole)};`;
    },
  };
}

/** The namespaces of a language. */
function moduleOf(root: string, language: string): string {
  const others = appNamespaces(root).filter(({ name }) => name !== 'common');
  const files = others.map(({ name }) => `${JSON.stringify(name)}: () => import('${MODULE}/${language}/${name}')`);
  return `import common from '${MODULE}/${language}/common';\nexport const texts = { common, files: {${files.join()}} };`;
}
