import { Link } from '@/ui/link';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import { VisuallyHidden } from '@/ui/visually-hidden';
import classes from './safety-page.module.css';

/** Free calls from any phone in Brazil, at any hour. */
const NUMBERS = [
  { number: '190', name: 'Polícia', when: 'Perigo agora: alguém ameaça, persegue ou agride você.' },
  { number: '180', name: 'Central da Mulher', when: 'Assédio ou violência contra mulheres. Ouve e orienta.' },
  {
    number: '100',
    name: 'Direitos Humanos',
    when: 'Crianças, idosos, pessoas com deficiência, LGBT+, racismo.',
  },
] as const;

/** The official WhatsApp of the 180, for people who cannot speak. */
const CHAT_180 = 'https://wa.me/556196100180';

/** Needs nothing but its code, which every phone that has opened the site keeps: it opens without a connection. */
export default function SafetyPage() {
  return (
    <Page narrow>
      <div className={classes.intro}>
        <PageHeading>Segurança</PageHeading>
        <p>Está em perigo? Ligue. É de graça, a qualquer hora, de qualquer telefone.</p>
      </div>
      <ul className={classes.numbers} aria-label="Números de emergência">
        {NUMBERS.map(({ number, name, when }) => (
          <li key={number}>
            <a href={`tel:${number}`} className={classes.call}>
              <b>{number}</b>
              <span>
                <strong>
                  <VisuallyHidden>Ligar: </VisuallyHidden>
                  {name}
                </strong>
                <span>{when}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p>
        Não consegue falar? O 180 também atende{' '}
        <a href={CHAT_180} target="_blank" rel="noopener" className={classes.link}>
          pelo WhatsApp
        </a>
        .
      </p>

      <section className={classes.part} aria-labelledby="agora">
        <h2 id="agora">Aconteceu agora</h2>
        <ol>
          <li>Saia de perto. Você não precisa explicar nem pedir licença.</li>
          <li>Vá para onde há gente: a recepção, a rua movimentada, outra turma.</li>
          <li>Ligue para alguém em quem você confia e fique na linha.</li>
          <li>Guarde as mensagens e anote dia, hora e lugar.</li>
        </ol>
        <p>A culpa nunca é sua. Nem pela roupa, nem por ter dançado, nem por ter aceitado a aula.</p>
      </section>

      <section className={classes.part} aria-labelledby="nao-e-nao">
        <h2 id="nao-e-nao">Não é Não</h2>
        <p>
          Dançar com alguém não é dizer sim a mais nada. Você pode parar no meio da música ou da aula, e não
          precisa de motivo.
        </p>
        <p>
          Em casas noturnas, boates e shows com venda de bebida, a lei do protocolo Não é Não (Lei
          14.786/2023) protege as mulheres. Procure a equipe e diga “Não é Não”. A equipe deve:
        </p>
        <ul>
          <li>proteger você e afastar quem incomoda ou agride;</li>
          <li>respeitar o que você decidir;</li>
          <li>deixar que alguém da sua escolha fique com você;</li>
          <li>acompanhar você até o transporte, se quiser ir embora.</li>
        </ul>
      </section>

      <section className={classes.part} aria-labelledby="denunciar">
        <h2 id="denunciar">Denunciar e bloquear no Danceflix</h2>
        <p>Funciona sem internet: vai sozinho quando a conexão voltar. A pessoa não recebe aviso.</p>
        <dl>
          <dt>Denunciar</dt>
          <dd>
            No fim da página da pessoa ou do evento, na foto, no vídeo, na avaliação, na publicação ou no
            pedido, toque em <strong>Denunciar</strong>, escolha o motivo e envie. Só a equipe do Danceflix
            lê.
          </dd>
          <dt>Bloquear</dt>
          <dd>
            Na página da pessoa ou no pedido, toque em <strong>⋯</strong> e em <strong>Bloquear</strong>. A
            pessoa some das suas listas e não pode pedir aulas a você. O que vocês combinaram termina em
            algumas horas, e com ele somem os contatos trocados. Você ainda pode avaliar as aulas aceitas.
          </dd>
        </dl>
      </section>

      <section className={classes.part} aria-labelledby="antes">
        <h2 id="antes">Antes da primeira aula</h2>
        <ul>
          <li>Encontrem-se em um lugar público ou em uma escola de dança.</li>
          <li>Conte a alguém onde, quando e com quem você vai estar.</li>
          <li>Não pague pacote de aulas antes da primeira aula.</li>
          <li>Menor de idade vai com um responsável, que fica durante a aula.</li>
        </ul>
        <p>
          As regras para todos estão nos{' '}
          <Link to="/terms-of-use" className={classes.link}>
            termos de uso
          </Link>
          .
        </p>
        <p>Esta página abre sem internet no aparelho em que você já usou o Danceflix.</p>
      </section>
    </Page>
  );
}
