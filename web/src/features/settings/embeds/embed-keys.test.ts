// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { embedCode, embedFrame, parseOrigins } from './embed-keys';

describe('sites that may show a counter', () => {
  it('are parsed from lines, URLs and bare hosts, each once', () => {
    expect(parseOrigins('https://example.org/blog?x=1\nexample.org\n\nhttp://localhost:8080  natuur.example.nl')).toEqual({
      origins: ['https://example.org', 'http://localhost:8080', 'https://natuur.example.nl'],
      bad: [],
    });
  });

  it('are all sites if nothing is entered', () => {
    expect(parseOrigins(' \n ')).toEqual({ origins: [], bad: [] });
  });

  it('report lines that are not a site', () => {
    expect(parseOrigins('garden\njavascript:alert(1)\nhttps://anna@example.org\n*').bad).toEqual([
      'garden',
      'javascript:alert(1)',
      'https://anna@example.org',
      '*',
    ]);
  });
});

describe('the embed code', () => {
  it('escapes quotes and tags of a name in its attribute', () => {
    const holder = document.createElement('div');
    const counter = embedFrame({ key: 'k'.repeat(43), language: 'pl', kind: 'counter' }, 'https://veld.example');
    holder.innerHTML = embedCode(counter, 'Veld: "><script>anna');
    const frame = holder.querySelector('iframe');
    expect(holder.children).toHaveLength(1);
    expect(holder.querySelector('script')).toBeNull();
    expect(frame?.title).toBe('Veld: "><script>anna');
    expect(frame?.getAttribute('src')).toBe(`https://veld.example/embed?key=${'k'.repeat(43)}&lang=pl`);
  });

  it('names the project that was chosen', () => {
    const { address, height } = embedFrame(
      { key: 'k'.repeat(43), language: 'nl', kind: 'project', projectId: 'p' },
      'https://veld.example',
    );
    expect([new URL(address).searchParams.get('type'), new URL(address).searchParams.get('project'), height]).toEqual([
      'project',
      'p',
      480,
    ]);
  });

  it('asks for a map if that was chosen', () => {
    const holder = document.createElement('div');
    holder.innerHTML = embedCode(embedFrame({ key: 'k'.repeat(43), language: 'nl', kind: 'map' }, 'https://veld.example'), 'Veld');
    const address = new URL(holder.querySelector('iframe')!.src);
    expect(Object.fromEntries(address.searchParams)).toEqual({ key: 'k'.repeat(43), lang: 'nl', type: 'map', height: '280' });
  });
});
