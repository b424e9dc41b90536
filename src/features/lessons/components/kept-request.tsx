import { Button } from '@mantine/core';
import { FOR_MINOR } from '@/db/lessons/guardian-terms';
import { useDanceStyles } from '@/reads/use-offered-names';
import { LinkButton } from '@/ui/link-button';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import { deleteVisitorRequests, type RequestDraft } from '../request-draft';
import { daysText, timesText } from '../texts';
import classes from './requests.module.css';

interface KeptRequestProps {
  requests: readonly RequestDraft[];
  onDelete(): void;
}

/** Instead of the request form for a teacher who filled it as a visitor: only students send requests. */
export default function KeptRequest({ requests, onDelete }: KeptRequestProps) {
  const { data: styles } = useDanceStyles();
  return (
    <Page narrow>
      <PageHeading>Seu pedido está guardado neste aparelho</PageHeading>
      <p>
        Esta conta é de professor, e pedidos de aula são feitos com uma conta de aluno. O que você escreveu
        fica aqui por até 7 dias, também se você sair: saia, entre com uma conta de aluno e abra o pedido de
        novo.
      </p>
      {requests.map(({ id, styleId, guardian, days, times, message }) => (
        <section key={id} className={classes.box}>
          <h2>O que você escreveu</h2>
          <p className={classes.summary}>
            {[styles.find((style) => style.id === styleId)?.name, daysText(days), timesText(times)]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {guardian ? <p className={classes.minor}>{FOR_MINOR}</p> : null}
          {message ? <p>{message}</p> : null}
        </section>
      ))}
      <div className={classes.actions}>
        <LinkButton to="/teacher/home">Ir para o início</LinkButton>
        <Button
          variant="outline"
          onClick={() => {
            deleteVisitorRequests();
            onDelete();
          }}
        >
          Apagar o que escrevi
        </Button>
      </div>
    </Page>
  );
}
