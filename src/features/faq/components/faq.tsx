import { useDeferredValue, useState } from 'react';
import { SearchField } from '@/ui/search-field';
import { type FaqEntry, searchFaq } from '../entries';
import classes from './faq.module.css';
import { FaqList } from './faq-list';

const LONGEST = 80;

/** All questions with a search. Needs no network. */
export function Faq({ entries }: { entries: readonly FaqEntry[] }) {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const found = searchFaq(entries, wanted);
  return (
    <>
      <search>
        <SearchField
          label="Buscar nas dúvidas"
          name="duvida"
          placeholder="Ex.: pagamento"
          maxLength={LONGEST}
          value={text}
          onChange={setText}
        />
      </search>
      <p className={classes.count} role="status" aria-live="polite">
        {wanted.trim() === '' ? null : countOf(found.length)}
      </p>
      {found.length > 0 ? <FaqList entries={found} level={2} linked /> : null}
    </>
  );
}

function countOf(count: number): string {
  if (count === 0) return 'Nenhuma dúvida com essas palavras. Tente um termo mais curto, como “preço”.';
  return count === 1 ? '1 resposta encontrada' : `${count} respostas encontradas`;
}
