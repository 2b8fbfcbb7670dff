import type { Definition, Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { Fragment, type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import classes from './Markdown.module.css';

/**
 * Markdown as elements of React, which escapes every text (decision 0043). Each kind of node has its element here; HTML is shown as
 * text, a picture as its description, and a link to anything but a page as its text.
 */
export function Markdown({ text }: { text: string }) {
  const content = useMemo(() => {
    const tree = fromMarkdown(text);
    const definitions = new Map(
      tree.children.filter((node): node is Definition => node.type === 'definition').map((node) => [node.identifier, node.url]),
    );
    return render(tree, definitions, 0);
  }, [text]);
  return (
    <div dir="auto" className={classes.text}>
      {content}
    </div>
  );
}

type Definitions = ReadonlyMap<string, string>;

/** Nested deeper, a text has no meaning, and would use up the stack. */
const MAX_DEPTH = 40;

function render(node: Nodes, definitions: Definitions, depth: number): ReactNode {
  if (depth > MAX_DEPTH) return null;
  const inner = (): ReactNode =>
    'children' in node
      ? node.children.map((child, index) => <Fragment key={index}>{render(child, definitions, depth + 1)}</Fragment>)
      : null;
  switch (node.type) {
    case 'root':
      return inner();
    case 'paragraph':
      return <p>{inner()}</p>;
    case 'heading':
      return <Heading depth={node.depth}>{inner()}</Heading>;
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{inner()}</ol> : <ul>{inner()}</ul>;
    case 'listItem':
      return <li>{inner()}</li>;
    case 'blockquote':
      return <blockquote>{inner()}</blockquote>;
    case 'thematicBreak':
      return <hr />;
    case 'code':
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      );
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'emphasis':
      return <em>{inner()}</em>;
    case 'strong':
      return <strong>{inner()}</strong>;
    case 'break':
      return <br />;
    case 'text':
    case 'html':
      return node.value;
    case 'link':
      return <SafeLink address={node.url}>{inner()}</SafeLink>;
    case 'linkReference':
      return <SafeLink address={definitions.get(node.identifier) ?? ''}>{inner()}</SafeLink>;
    case 'image':
    case 'imageReference':
      return node.alt;
    default:
      return null;
  }
}

/** The title of the page is its only h1. */
function Heading({ depth, children }: { depth: number; children: ReactNode }) {
  const Level = depth <= 2 ? 'h2' : depth === 3 ? 'h3' : 'h4';
  return <Level>{children}</Level>;
}

function SafeLink({ address, children }: { address: string; children: ReactNode }) {
  const safe = safeAddress(address);
  if (!safe) return children;
  if ('page' in safe) return <Link to={safe.page}>{children}</Link>;
  return (
    <a href={safe.website} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

const HERE = 'https://veld.invalid';

/** Where a link of an article may lead: to a page of this app, or to another website. Null for anything else. */
export function safeAddress(address: string): { page: string } | { website: string } | null {
  const isPath = /^\/(?![/\\])/.test(address);
  const url = URL.parse(address, isPath ? HERE : undefined);
  if (!url) return null;
  if (isPath) return url.origin === HERE && !url.pathname.startsWith('//') ? { page: url.pathname + url.search + url.hash } : null;
  return url.protocol === 'https:' || url.protocol === 'http:' ? { website: url.href } : null;
}
