import { useId } from 'react';
import { LinkButton } from '@/ui/link-button';
import { OWN_PAGE } from '../messages';
import classes from './own-share.module.css';
import { WhatsappShare } from './whatsapp-share';

/** The teacher's invitation to share the own page, on the home and after the approval. */
export function OwnShare({ url }: { url: string }) {
  const title = useId();
  return (
    <section className={classes.card} aria-labelledby={title}>
      <h2 id={title}>Sua página está no ar</h2>
      <p>Mande para seus alunos e grupos: quem abre já pode pedir aula.</p>
      <div className={classes.buttons}>
        <WhatsappShare text={OWN_PAGE} url={url} />
        <LinkButton to="/teacher/profile?ver=divulgar" variant="outline">
          Imagem e código QR
        </LinkButton>
      </div>
    </section>
  );
}
