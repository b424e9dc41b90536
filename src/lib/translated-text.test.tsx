import { act, cleanup, render } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { allowTranslation } from './translated-text';

let stop: () => void;
beforeAll(() => {
  stop = allowTranslation();
});
afterAll(() => stop());
afterEach(cleanup);

const translated = (text: Text) => {
  const font = document.createElement('font');
  font.appendChild(document.createElement('font')).textContent = `[${text.nodeValue}]`;
  return font;
};

/**
 * Three of the ways in which translators change the page; a fourth needs a browser
 * (tests/e2e/frame/translated.spec.ts).
 */
const WAYS: Record<string, (text: Text) => void> = {
  'puts its own element in the place': (text) => text.replaceWith(translated(text)),
  'puts its own element before, then takes the text out': (text) => {
    text.before(translated(text));
    text.remove();
  },
  'moves the text into its own element': (text) => {
    const font = document.createElement('font');
    const inner = font.appendChild(document.createElement('font'));
    text.before(font);
    inner.append(text);
    text.nodeValue = `[${text.nodeValue}]`;
  },
};

async function translate(page: HTMLElement, way: (text: Text) => void): Promise<void> {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) way(text);
  await vi.waitFor(() => expect(page.querySelectorAll('font').length).toBeGreaterThan(0));
  // Mutation observers run before this.
  await new Promise((resolve) => setTimeout(resolve));
}

function Sample() {
  const [step, setStep] = useState(0);
  const order = step === 3 ? ['b', 'a'] : ['a', 'b'];
  return (
    <main onClick={() => setStep((now) => now + 1)} onKeyDown={() => undefined}>
      <p id="count">
        {step} professores {step > 1 ? 'achados' : 'encontrados'} <b>{step}</b>
      </p>
      <p id="maybe">
        {step === 1 ? null : 'Salvo agora'}
        <i>!</i>
      </p>
      <p id="kind">{step === 1 ? <b>Nota 4,8</b> : 'Sem nota'} aqui</p>
      <p id="order">
        {order.map((key) => (
          <Text key={key} value={key} />
        ))}
      </p>
    </main>
  );
}

const Text = ({ value }: { value: string }) => value;

describe('a translator at work', () => {
  for (const [name, way] of Object.entries(WAYS)) {
    it(`which ${name}: texts can still be added, removed, moved and changed`, async () => {
      const { container } = render(<Sample />);
      const main = container.querySelector('main') as HTMLElement;
      const read = (id: string) => container.querySelector(`#${id}`)?.textContent?.replace(/[[\]]/g, '');
      for (let step = 0; step < 5; step++) {
        expect(read('count'), `step ${step}`).toBe(
          `${step} professores ${step > 1 ? 'achados' : 'encontrados'} ${step}`,
        );
        expect(read('maybe')).toBe(step === 1 ? '!' : 'Salvo agora!');
        expect(read('kind')).toBe(step === 1 ? 'Nota 4,8 aqui' : 'Sem nota aqui');
        expect(read('order')).toBe(step === 3 ? 'ba' : 'ab');
        await translate(main, way);
        act(() => main.click());
        await new Promise((resolve) => setTimeout(resolve));
      }
    });
  }
});
