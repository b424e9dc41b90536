import { env } from '@/lib/env';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import classes from './legal.module.css';

/** The statement that the Lei Brasileira de Inclusão (art. 63) asks of a site. */
export default function AccessibilityPage() {
  const { email } = env.operator;
  return (
    <Page narrow>
      <article className={classes.legal}>
        <PageHeading>Acessibilidade</PageHeading>
        <section className={classes.summary} aria-labelledby="meta">
          <h2 id="meta">Nossa meta</h2>
          <p>
            Todo mundo pode dançar, e todo mundo deve conseguir usar o Danceflix. Nossa referência são as
            Diretrizes de Acessibilidade para Conteúdo Web (WCAG 2.2), nível AA.
          </p>
        </section>

        <h2>O que você encontra</h2>
        <ul>
          <li>Dá para usar o site só com o teclado: o que está em foco tem uma borda visível.</li>
          <li>O texto pode ter o dobro do tamanho sem que nada se perca.</li>
          <li>O texto tem contraste no tema claro e no escuro.</li>
          <li>Leitores de tela recebem títulos, nomes e avisos em português.</li>
          <li>Se o seu aparelho pede menos movimento, as animações param.</li>
        </ul>

        <h2>O que ainda falta</h2>
        <ul>
          <li>Vídeos de professores e da biblioteca de passos podem não ter legenda nem audiodescrição.</li>
          <li>Fotos enviadas por professores não têm descrição além do nome.</li>
          <li>O conteúdo não tem tradução para Libras.</li>
          <li>Avaliamos com programas; eles não encontram tudo o que uma pessoa encontra.</li>
        </ul>

        <h2>Encontrou uma barreira?</h2>
        <p>
          Escreva para <a href={`mailto:${email}?subject=Acessibilidade`}>{email}</a>. Conte a página, o
          aparelho e o que você queria fazer.
        </p>
      </article>
    </Page>
  );
}
