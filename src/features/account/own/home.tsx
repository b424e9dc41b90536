import type { ReactNode } from 'react';
import type { Href } from '@/lib/paths';
import { firstName } from '@/lib/text';
import { LinkButton } from '@/ui/link-button';
import { PageHeading } from '@/ui/page-heading';
import { Ribbon } from '@/ui/ribbon';
import classes from './home.module.css';

interface GreetingProps {
  name: string;
  text: string | null;
  actions: ReactNode;
}

/** The top of both start pages, drawn from the cached identity, so at once. */
export function Greeting({ name, text, actions }: GreetingProps) {
  return (
    <section className={classes.greeting} aria-label="Boas-vindas">
      <Ribbon className={classes.ribbon} />
      <PageHeading>Olá, {firstName(name)}!</PageHeading>
      {text ? <p>{text}</p> : null}
      <div className={classes.actions}>{actions}</div>
    </section>
  );
}

interface StepProps {
  title: string;
  text: string;
  to: Href;
  action: string;
}

/** A card with one suggested next step. */
export function Step({ title, text, to, action }: StepProps) {
  return (
    <section className={classes.step}>
      <h2>{title}</h2>
      <p>{text}</p>
      <LinkButton to={to} variant="outline">
        {action}
      </LinkButton>
    </section>
  );
}
