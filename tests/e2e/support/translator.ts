import type { Page } from '@playwright/test';

/**
 * Imitates a browser's translator in every document of the page: like Chrome's, it replaces each
 * text by an element with the translation, now and whenever a text is added. Every second time it
 * does so in the other order.
 */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const left = 'script, style, textarea, svg, font, [translate="no"], [contenteditable="true"]';
    let turn = 0;
    const replace = (text: Text) => {
      if (text.nodeValue?.trim() === '' || !text.parentElement || text.parentElement.closest(left)) return;
      const font = document.createElement('font');
      font.appendChild(document.createElement('font')).textContent = text.nodeValue;
      turn += 1;
      if (turn % 2 === 0) {
        text.replaceWith(font);
        return;
      }
      const { parentNode, nextSibling } = text;
      parentNode?.removeChild(text);
      parentNode?.insertBefore(font, nextSibling);
    };
    const all = (node: Node) => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      if (node instanceof Text) texts.push(node);
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(replace);
    };
    addEventListener('DOMContentLoaded', () => {
      all(document.body);
      new MutationObserver((records) => {
        for (const { addedNodes } of records) addedNodes.forEach(all);
      }).observe(document.body, { childList: true, subtree: true });
    });
  });
}
