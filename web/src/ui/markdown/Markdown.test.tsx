// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { Markdown, safeAddress } from './Markdown';

function shown(text: string): HTMLElement {
  return render(
    <MemoryRouter>
      <Markdown text={text} />
    </MemoryRouter>,
  ).container.firstElementChild as HTMLElement;
}
const html = (text: string) => shown(text).innerHTML;

describe('the Markdown of an article', () => {
  it('has headings below the title, paragraphs, lists, emphasis and quotes', () => {
    expect(html('# One\n\n## Two\n\n### Three\n\n#### Four')).toBe('<h2>One</h2><h2>Two</h2><h3>Three</h3><h4>Four</h4>');
    expect(html('A **bold** and *fine* `x < y`\nword  \nnext')).toBe(
      '<p>A <strong>bold</strong> and <em>fine</em> <code>x &lt; y</code>\nword<br>next</p>',
    );
    expect(html('- a\n- b\n\n3. c')).toBe('<ul><li><p>a</p></li><li><p>b</p></li></ul><ol start="3"><li><p>c</p></li></ol>');
    expect(html('> said\n\n---\n\n```\ncode <b>\n```')).toBe(
      '<blockquote><p>said</p></blockquote><hr><pre><code>code &lt;b&gt;</code></pre>',
    );
    expect(shown('Fish &amp; chips &copy; &eacute;').textContent).toBe('Fish & chips © é');
  });

  it('links to pages of the app and to websites only', () => {
    const links = [
      ...shown(
        '[in](/species/3?x=1#y) [out](https://example.org/a) <https://example.org/b> [ref][r]\n\n[r]: http://example.org/c',
      ).querySelectorAll('a'),
    ];
    expect(links.map((link) => [link.getAttribute('href'), link.target, link.rel])).toEqual([
      ['/species/3?x=1#y', '', ''],
      ['https://example.org/a', '_blank', 'noopener noreferrer'],
      ['https://example.org/b', '_blank', 'noopener noreferrer'],
      ['http://example.org/c', '_blank', 'noopener noreferrer'],
    ]);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#115;cript:alert(1)',
    'java&Tab;script:alert(1)',
    '&#1;javascript:alert(1)',
    ' javascript:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'file:///etc/passwd',
    'blob:https://example.org/1',
    'mailto:a@example.org',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil',
    '',
  ])('has no link for %s', (address) => {
    for (const text of [`[click](<${address}>)`, `[click](${address})`, `[click][x]\n\n[x]: <${address}>`, `<${address}>`]) {
      for (const link of shown(text).querySelectorAll('a')) expect(link.getAttribute('href'), text).toMatch(/^https?:\/\/[^/]/);
      expect(shown(text).querySelector('a[href^="/"]'), text).toBeNull();
    }
  });

  it.each([
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '<iframe src="https://evil.example"></iframe>',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<style>*{display:none}</style>',
    '<details open ontoggle=alert(1)>',
    '<!-- <img src=x onerror=alert(1)> -->',
    '![x](https://evil.example/track.png)',
    '![x" onerror="alert(1)](x)',
    '![x][y]\n\n[y]: https://evil.example/track.png',
    '[<img src=x onerror=alert(1)>](https://example.org "\\" onclick=alert(1)")',
    '`<img src=x onerror=alert(1)>`',
    '# <img src=x onerror=alert(1)>',
    '&lt;img src=x onerror=alert(1)&gt;',
    '<form action="https://evil.example"><input name="password"></form>',
  ])('has only its own elements for %s', (text) => {
    const element = shown(text);
    for (const one of element.querySelectorAll('*')) {
      expect(['P', 'A', 'CODE', 'H2', 'EM', 'STRONG'], text).toContain(one.tagName);
      for (const { name } of one.attributes) expect(['href', 'target', 'rel'], text).toContain(name);
    }
  });

  it('shows HTML as it was written', () => {
    expect(shown('a <b>bold</b> word').textContent).toBe('a <b>bold</b> word');
  });

  it('survives any nesting', () => {
    for (const text of ['>'.repeat(2000), '['.repeat(2000), '*'.repeat(2000), '- '.repeat(500), '[a]('.repeat(500)])
      expect(shown(text).tagName, text.slice(0, 4)).toBe('DIV');
  });
});

describe('a safe address', () => {
  it('keeps what a person wrote', () => {
    expect(safeAddress('/knowledge/articles/licences')).toEqual({ page: '/knowledge/articles/licences' });
    expect(safeAddress('https://example.org/é')).toEqual({ website: 'https://example.org/%C3%A9' });
    expect(safeAddress('example.org')).toBeNull();
    expect(safeAddress('/.//evil.example')).not.toEqual({ page: '//evil.example' });
  });
});
