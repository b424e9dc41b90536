import type { ReactNode, Ref } from 'react';
import classes from './reply.module.css';

interface ReplyProps {
  /** As in 'Resposta de Marina'. */
  title: string;
  text: string;
  titleRef?: Ref<HTMLParagraphElement>;
  children?: ReactNode;
}

/** The evaluated person's reply, below the evaluation. */
export function Reply({ title, text, titleRef, children }: ReplyProps) {
  return (
    <div className={classes.reply}>
      <p className={classes.title} ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
        {title}
      </p>
      <p className={classes.text}>{text}</p>
      {children}
    </div>
  );
}
