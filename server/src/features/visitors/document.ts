import { LANGUAGES, type Language, type PageContent } from '@veld/contract';
import type { PublicDocument } from '../../http/public-page.ts';
import { say } from './words.ts';
import { escapeMarkup } from '../../http/markup.ts';

/** Text that is HTML already. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[] | null | false;

function asText(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return escapeMarkup(String(part));
}

/** A template of HTML: every value is escaped unless it is `Html`. */
function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, at) => text + (at === 0 ? '' : asText(parts[at - 1]!)) + string, ''));
}

export interface Around {
  language: Language;
  /** The address of the page, without parameters. */
  address: string;
  /** Whether the request asked for the language. */
  hasLanguage: boolean;
  isIndexed: boolean;
}

/** The address of the preview of a page. */
export const previewPath = (path: string, language: Language): string => `${path}/preview.jpg?lang=${language}`;

/** The address in one language, and in that of the browser. */
const inLanguage = (address: string, language: Language) => `${address}?lang=${language}`;

/**
 * The document of a page: that of the app with a head about the page, and the page itself, which is there until the app shows its own
 * and can be read without scripts.
 */
export function writeDocument(shell: string, { content, data }: PublicDocument, around: Around): string {
  const { language } = around;
  return shell
    .replace(/<html lang="[^"]*"/, `<html lang="${language}"`)
    .replace(/<title>[^<]*<\/title>/, '')
    .replace(/<meta name="description"[^>]*>/, '')
    .replace(/<noscript>[\s\S]*?<\/noscript>/, '')
    .replace(/<p id="opening"[\s\S]*?<\/p>/, '')
    .replace('</head>', () => `${writeHead(content, data, around).text}</head>`)
    .replace('</body>', () => `${writeBody(content, around).text}</body>`);
}

function writeHead(content: PageContent, data: PublicDocument['data'], { language, address, hasLanguage, isIndexed }: Around): Html {
  const { origin } = new URL(address);
  const title = content.scientific_name ? `${content.title} (${content.scientific_name})` : content.title;
  const canonical = hasLanguage ? inLanguage(address, language) : address;
  const preview = origin + previewPath(content.path, language);
  // `<` would end the element.
  const json = JSON.stringify({ '@context': 'https://schema.org', inLanguage: language, ...data }).replaceAll('<', String.raw`\u003c`);
  return html`<title>${title} · Veld</title>
    <meta name="description" content="${content.description}" />
    ${isIndexed ? null : html`<meta name="robots" content="noindex" /> `}<link rel="canonical" href="${canonical}" /> ${LANGUAGES.map(
      (one) => html`<link rel="alternate" hreflang="${one}" href="${inLanguage(address, one)}" /> `,
    )}<link rel="alternate" hreflang="x-default" href="${address}" /> ${
      content.license && html`<link rel="license" href="${content.license.url}" /> `
    }<meta property="og:type" content="${content.kind === 'people' ? 'profile' : 'article'}" />
    <meta property="og:site_name" content="Veld" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${content.description}" />
    <meta property="og:url" content="${address}" />
    <meta property="og:locale" content="${language}" />
    <meta property="og:image" content="${preview}" />
    <meta property="og:image:type" content="image/jpeg" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="${content.description}" />
    <meta name="twitter:card" content="summary_large_image" />
    <script type="application/ld+json">
      ${new Html(json)}
    </script>
    <style>
      ${new Html(STYLE)}
    </style> `;
}

function writeBody(content: PageContent, { language }: Around): Html {
  const { title, scientific_name, pictures, facts, text, lists, license, citation } = content;
  const link = (label: Html, path: string | null) => (path === null ? label : html`<a href="${path}">${label}</a>`);
  return html`<main id="public-page" lang="${language}">
    <p><a href="/welcome">Veld</a></p>
    <h1 dir="auto">${title}</h1>
    ${scientific_name && html`<p><i lang="la">${scientific_name}</i></p> `}${pictures.map(
      ({ url, large_url, width, height, alt, credit }, at) =>
        html`<figure>
          <img
            src="${url}"
            ${large_url && html`srcset="${url} 512w, ${large_url} 1600w" sizes="(min-width: 45rem) 43rem, 100vw"`}
            alt="${alt}"
            ${width && height ? html` width="${width}" height="${height}"` : null}${at > 0 ? html` loading="lazy"` : null}
          />${credit && html`<figcaption>${credit}</figcaption>`}
        </figure> `,
    )}
    <dl>
      ${facts.map(
        ({ label, value, path }) =>
          html`<div>
            <dt>${label}</dt>
            <dd dir="auto">${link(html`${value}`, path)}</dd>
          </div> `,
      )}${
        license &&
        html`<div>
          <dt>${say(language, 'license')}</dt>
          <dd><a rel="license" href="${license.url}">${license.name}</a></dd>
        </div>`
      }
    </dl>
    ${text.split(/\n{2,}/).flatMap((part) => (part.trim() ? [html`<p dir="auto">${part.trim()}</p> `] : []))}${lists.map(
      (list) =>
        html`<section>
          <h2>${list.title}</h2>
          <ul>
            ${list.entries.map(
              (entry) =>
                html`<li>
                  ${link(entry.is_scientific ? html`<i lang="la">${entry.text}</i>` : html`${entry.text}`, entry.path)}${
                    entry.detail && html` <small>${entry.detail}</small>`
                  }
                </li> `,
            )}
          </ul>
        </section> `,
    )}${
      citation &&
      html`<section>
        <h2>${say(language, 'cite')}</h2>
        <p>${citation}</p>
      </section> `
    }
  </main> `;
}

/** The colours are those of the app, if its style sheet is there. Gone as soon as the app has the content of a page of its own. */
const STYLE = `#root:has(h1[data-loading],[data-opening]):has(~#public-page){display:none}
#root:has(main):not(:has(h1[data-loading],[data-opening]))~#public-page{display:none}
@supports not selector(:has(*)){#root:not(:empty)~#public-page{display:none}}
#public-page{max-width:45rem;margin:0 auto;padding:1rem;font-family:var(--font-sans,system-ui,sans-serif);line-height:1.5;overflow-wrap:anywhere}
#public-page h1{font-size:1.75rem;line-height:1.2;margin:.5rem 0}
#public-page h2{font-size:1.25rem;margin:1.5rem 0 .5rem}
#public-page figure{margin:1rem 0}
#public-page img{display:block;max-width:100%;height:auto;border-radius:.5rem}
#public-page dl>div{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:.5rem 0;border-bottom:1px solid var(--line,#8884)}
#public-page dt{min-width:8rem;opacity:.8}
#public-page dd{margin:0}
#public-page ul{padding:0;list-style:none}
#public-page li{padding:.5rem 0}
#public-page small{display:block;font-size:.9em;opacity:.8}
#public-page a{color:var(--accent,LinkText)}`;
