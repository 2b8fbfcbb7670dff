/** The children of an element with a name, whatever its prefix. */
export function childrenNamed(parent: Element, name: string): Element[] {
  return [...parent.children].filter(({ localName }) => localName === name);
}

/** The text of the first child with a name; null without one. */
export function textOfChild(parent: Element, name: string): string | null {
  return childrenNamed(parent, name)[0]?.textContent?.trim() ?? null;
}

/** All elements below one with a name, whatever their prefix, in the order of the document. */
export function elementsNamed(parent: Element, name: string): Element[] {
  return [...parent.getElementsByTagName('*')].filter(({ localName }) => localName === name);
}
