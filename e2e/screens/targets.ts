import type { Page } from '@playwright/test';

/**
 * Layout faults of the current screen: the page is wider than the window, a dialog scrolls sideways, or a control, once scrolled into view as the keyboard
 * does, is outside the window, covered by another element, or cuts off its text.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="button"], [role="option"], [tabindex="0"]';
    const faults: string[] = [];
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide > 1) faults.push(`the page is ${wide} px wider than the window`);

    const describe = (element: Element) => {
      const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
      return `<${element.localName} ${element.getAttribute('class')?.split(' ')[0] ?? ''}> "${words}"`;
    };
    const reachesOut = (element: Element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      const { left, right } = element.getBoundingClientRect();
      return [...text.getClientRects()].some((line) => line.left < left - 1 || line.right > right + 1);
    };
    // Behind a modal dialog nothing can be reached.
    const root = [...document.querySelectorAll('dialog:modal, [aria-modal="true"]')].at(-1) ?? document.body;
    const hidden = root.scrollWidth - root.clientWidth;
    if (root !== document.body && hidden > 1) faults.push(`the dialog scrolls sideways by ${hidden} px`);
    for (const control of root.querySelectorAll<HTMLElement>(CONTROLS)) {
      // A visually hidden input is operated through its label.
      const isVisible = (element: HTMLElement) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.offsetWidth > 2 && element.offsetHeight > 2;
      const target = isVisible(control) ? control : control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
      if (!target || !isVisible(target) || target.closest('[inert], [aria-hidden="true"]')) continue;
      // The skip link is visible only while it has the focus.
      if (target.matches('a[href="#content"]')) continue;
      const before = target.getBoundingClientRect().top;
      target.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      // A virtual list measures its rows when they come into view, which moves them.
      if (target.getBoundingClientRect().top !== before && target.closest('[role="list"]')) {
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        if (!target.isConnected) continue;
        target.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      }
      const box = [...target.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
      if (!box) continue;
      if (box.left < -1 || box.right > innerWidth + 1) {
        faults.push(`${describe(target)} reaches from ${Math.round(box.left)} to ${Math.round(box.right)} of ${innerWidth} px`);
        continue;
      }
      for (const part of [target, ...target.querySelectorAll<HTMLElement>('*')]) {
        const { overflowX, textOverflow } = getComputedStyle(part);
        const hasText = [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '');
        const isCut = hasText && /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && part.scrollWidth > part.clientWidth + 1;
        // The width to scroll can include a space at the end of a line, which nobody misses.
        if (isCut && part.clientWidth > 2 && reachesOut(part))
          faults.push(`${describe(target)} shows ${part.clientWidth} of ${part.scrollWidth} px of its text`);
      }
      const x = (box.left + box.right) / 2;
      const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
      const hit = document.elementFromPoint(x, y);
      const isHit = hit !== null && (target.contains(hit) || hit.closest('label')?.control === control);
      if (!isHit)
        faults.push(`${describe(target)} at ${Math.round(x)}, ${Math.round(y)} is under ${hit ? describe(hit) : 'the edge of the window'}`);
    }
    scrollTo(0, 0);
    return faults;
  });
}

/**
 * Words that are broken without a hyphen. The browser of the tests has no dictionaries, so that every word over two lines is one. Words
 * that are wider than the window would be, and texts of people, are left out.
 */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    // Only for readers: a box of a pixel.
    const isHidden = (element: HTMLElement | null): boolean =>
      element !== null &&
      ((element.offsetWidth <= 2 && getComputedStyle(element).overflow === 'hidden') || isHidden(element.parentElement));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement!;
      if (
        !parent.checkVisibility({ visibilityProperty: true }) ||
        parent.closest('[dir="auto"], [translate="no"], script, style') ||
        isHidden(parent)
      )
        continue;
      for (const { 0: word, index } of node.textContent!.matchAll(/\p{L}{4,}/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.add(`<${parent.localName} ${parent.className.split(' ')[0]}> breaks “${word}”`);
      }
    }
    return [...found];
  });
}

/** Texts that overlap a drawing. Links and buttons are left out, because they have a background of their own. */
export function textOverDrawings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Box {
      left: number;
      right: number;
      top: number;
      bottom: number;
    }
    const overlap = (one: Box, other: Box) =>
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    const shapes = [...document.querySelectorAll<SVGSVGElement>('svg[data-drawing]')].flatMap((svg) => {
      if (!svg.checkVisibility()) return [];
      const frame = svg.getBoundingClientRect();
      const isClipped = getComputedStyle(svg).overflow === 'hidden';
      return [...svg.querySelectorAll<SVGGraphicsElement>('path, circle, ellipse')].flatMap((shape) => {
        const { left, right, top, bottom } = shape.getBoundingClientRect();
        const box = isClipped
          ? {
              left: Math.max(left, frame.left),
              right: Math.min(right, frame.right),
              top: Math.max(top, frame.top),
              bottom: Math.min(bottom, frame.bottom),
            }
          : { left, right, top, bottom };
        return box.left < box.right && box.top < box.bottom ? [box] : [];
      });
    });
    const faults = new Set<string>();
    const words = document.createTreeWalker(document.querySelector('#content')!, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const parent = node.parentElement!;
      if (!node.textContent?.trim() || !parent.checkVisibility() || parent.closest('a, button')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) if (shapes.some((shape) => overlap(line, shape))) faults.add(node.textContent.trim());
    }
    if (shapes.length === 0) faults.add('there is no drawing');
    return [...faults];
  });
}
