import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useLeavingCards } from './use-leaving-cards';

afterEach(cleanup);

function Cards({ of }: { of: string[] }) {
  const [names, setNames] = useState(of);
  const { list, done, isDone, onClickCapture } = useLeavingCards<HTMLDivElement>();
  return (
    <>
      <button type="button">Outra coisa</button>
      <div ref={list} onClickCapture={onClickCapture}>
        {names.map((name) => (
          <article key={name} tabIndex={-1} aria-label={name}>
            <button type="button" onClick={() => setNames(names.filter((one) => one !== name))}>
              Contar {name}
            </button>
          </article>
        ))}
      </div>
      <button type="button" onClick={() => setNames([])}>
        Outro aparelho
      </button>
      {isDone ? (
        <p ref={done} role="status" tabIndex={-1}>
          Pronto
        </p>
      ) : null}
    </>
  );
}

const tell = (name: string) => {
  const button = screen.getByRole('button', { name: `Contar ${name}` });
  button.focus();
  fireEvent.click(button);
};

it('gives the focus to the card that takes the place, to the last one, and then to the word that nothing is left', () => {
  render(<Cards of={['Ana', 'Bia', 'Caio']} />);
  tell('Ana');
  expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Bia' }));
  tell('Caio');
  expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Bia' }));
  tell('Bia');
  expect(document.activeElement).toBe(screen.getByRole('status'));
});

it('leaves the focus where the person has gone meanwhile, and says nothing of cards that leave by themselves', () => {
  render(<Cards of={['Ana', 'Bia']} />);
  const elsewhere = screen.getByRole('button', { name: 'Outro aparelho' });
  elsewhere.focus();
  fireEvent.click(elsewhere);
  expect(document.activeElement).toBe(elsewhere);
  expect(screen.queryByRole('status')).toBeNull();
});
