import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { firstName } from '@/lib/text';
import { LinkButton } from '@/ui/link-button';
import { teacherPath } from '../cards/teacher-path';
import { searchFor } from '../search/search-for';
import { askLater, daysSince, dueTalk, endTalk, type Talk } from '../talks';
import classes from './talk-question.module.css';

type Answered = { talk: Talk; answer: 'yes' | 'later' | 'no' };

/**
 * 'Você falou com Ana há 3 dias: deu certo?' Question and answer stay on this phone. Nothing where there is no talk to ask
 * about. Rendered after the page: it reads what only this phone knows.
 */
export default function TalkQuestion() {
  const [talk] = useState(() => dueTalk(Date.now()));
  const [answered, setAnswered] = useState<Answered | null>(null);
  if (answered) return <Thanks {...answered} />;
  if (!talk) return null;
  const name = firstName(talk.name);
  const days = daysSince(talk, Date.now());
  const answer = (given: Answered['answer']) => {
    if (given === 'later') askLater(talk.teacherId, Date.now());
    else endTalk(talk.teacherId);
    setAnswered({ talk, answer: given });
  };
  return (
    <section className={classes.card} aria-label={`Conversa com ${name}`}>
      <h2>
        Você falou com {name} há {days === 1 ? '1 dia' : `${days} dias`}: deu certo?
      </h2>
      <p>Sua resposta fica só neste aparelho.</p>
      <div className={classes.buttons}>
        <Button onClick={() => answer('yes')}>Deu certo</Button>
        <Button variant="outline" onClick={() => answer('later')}>
          Ainda não
        </Button>
        <Button variant="outline" onClick={() => answer('no')}>
          Não deu
        </Button>
      </div>
    </section>
  );
}

/** Takes the focus of the pressed button. */
function Thanks({ talk, answer }: Answered) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  const { slug, teacherId } = talk;
  return (
    <section className={classes.card}>
      <p ref={words} tabIndex={-1}>
        {WORDS[answer]}
      </p>
      {answer === 'yes' ? (
        <div>
          <LinkButton to={`/student/requests/new?professor=${encodeURIComponent(slug ?? teacherId)}`}>
            Pedir aula
          </LinkButton>
        </div>
      ) : null}
      {answer === 'no' ? (
        <div className={classes.buttons}>
          <LinkButton to={searchFor({ style: talk.style, city: talk.city, when: talk.when })}>
            Ver outros professores
          </LinkButton>
          <LinkButton to={teacherPath({ slug, id: teacherId })} variant="outline">
            Voltar ao perfil
          </LinkButton>
        </div>
      ) : null}
    </section>
  );
}

const WORDS = {
  yes: 'Que bom! Peça a aula também por aqui: assim você combina os dias e pode avaliar depois.',
  later: 'Tudo bem. Perguntamos de novo daqui a alguns dias.',
  no: 'Que pena. Outros professores podem ter o horário ou o jeito que você procura.',
} as const;
