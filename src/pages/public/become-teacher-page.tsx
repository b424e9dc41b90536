import { useIdentity } from '@/auth/identity';
import { useNobody } from '@/reads/use-nobody';
import { OfflineIcon, SearchIcon, VerifiedIcon } from '@/ui/icons';
import { LinkButton } from '@/ui/link-button';
import { CalendarIcon, WalletIcon, WhatsappIcon } from '@/ui/more-icons';
import { Page } from '@/ui/page';
import { ProgrammeHero } from './programme-hero';
import classes from './programme-page.module.css';

const REASONS = [
  {
    icon: WalletIcon,
    title: 'O preço é seu',
    text: 'Você define quanto cobra e recebe direto do aluno. Sem comissão, sem assinatura, sem taxa escondida.',
  },
  {
    icon: SearchIcon,
    title: 'Quem procura encontra você',
    text: 'Seu perfil aparece na busca por cidade e estilo, e nas indicações para quem conta o que quer dançar.',
  },
  {
    icon: WhatsappIcon,
    title: 'Conversa direta',
    text: 'Os alunos falam com você pelo WhatsApp ou mandam um pedido de aula com dias e horários.',
  },
  {
    icon: CalendarIcon,
    title: 'Sua agenda, suas regras',
    text: 'Você aceita os pedidos que quiser e pausa o perfil quando estiver sem horário.',
  },
  {
    icon: VerifiedIcon,
    title: 'Confiança que se vê',
    text: 'Todo perfil é conferido pela nossa equipe, e só avalia quem teve um pedido aceito por você.',
  },
  {
    icon: OfflineIcon,
    title: 'Funciona com sinal ruim',
    text: 'Seus pedidos abrem sem internet, e o que você responder segue quando a conexão voltar.',
  },
] as const;

const STEPS = [
  {
    title: 'Crie sua conta',
    text: 'Nome, e-mail, cidade e os estilos que você ensina. Leva poucos minutos.',
  },
  {
    title: 'Conte quem você é',
    text: 'Foto, apresentação, experiência, bairro e se também dá aulas em grupo.',
  },
  {
    title: 'A equipe confere',
    text: 'Lemos cada perfil antes de mostrá-lo. Você é avisado assim que ele for aprovado.',
  },
  {
    title: 'Receba pedidos',
    text: 'Seu perfil entra na busca e o convite para a primeira dança chega a você.',
  },
] as const;

/** The facts of specification 001 §1, as a teacher's questions. */
const QUESTIONS = [
  {
    question: 'Quanto custa estar no Danceflix?',
    answer: 'Nada. É grátis para professores e para alunos, sem comissão e sem assinatura.',
  },
  {
    question: 'Quem define o preço da aula?',
    answer:
      'Você. O valor não aparece no perfil: cada professor combina o seu com o aluno antes da primeira aula.',
  },
  {
    question: 'Como recebo pelas aulas?',
    answer: 'Direto do aluno, fora da plataforma, da forma que vocês combinarem.',
  },
  {
    question: 'Quanto tempo dura uma aula?',
    answer: 'Em geral, cerca de 1 hora. Você acerta os detalhes com cada aluno.',
  },
  {
    question: 'Onde dou as aulas?',
    answer: 'Onde você e o aluno combinarem: no seu espaço, na casa dele, em uma sala da vizinhança.',
  },
  {
    question: 'E se alguém cancelar?',
    answer: 'Acontece, dos dois lados. Recomendamos avisar com pelo menos 24 horas de antecedência.',
  },
  {
    question: 'O que a equipe olha na aprovação?',
    answer:
      'Se o perfil é de uma pessoa real, se a apresentação e os estilos fazem sentido e se tudo respeita quem vai ler. Enquanto isso, você já entra na sua conta e ajusta o que quiser.',
  },
  {
    question: 'Preciso de um aplicativo?',
    answer:
      'Não há aplicativo. O site funciona no navegador do celular. Se quiser, instale-o na tela inicial: ele abre com um toque, também sem internet.',
  },
] as const;

const REGISTER = '/register?role=teacher';

export default function BecomeTeacherPage() {
  const { identity } = useIdentity();
  const role = identity?.state === 'active' ? identity.role : null;
  return (
    <>
      <ProgrammeHero
        title="Ensine o que você dança"
        lead={
          useNobody()
            ? 'Seja o primeiro professor por aqui. Mostre seu trabalho, defina seu preço e fique com tudo o que receber.'
            : 'Alunos da sua cidade procuram aulas particulares. Mostre seu trabalho, defina seu preço e fique com tudo o que receber.'
        }
      >
        <Invitation role={role} />
      </ProgrammeHero>
      <Page>
        <section className={classes.section} aria-labelledby="por-que">
          <h2 id="por-que">Por que ensinar por aqui</h2>
          <ul className={classes.points}>
            {REASONS.map(({ icon: Icon, title, text }) => (
              <li key={title} className={classes.point}>
                <span className={classes.pointIcon}>
                  <Icon size={24} />
                </span>
                <h3 className={classes.pointTitle}>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section className={classes.section} aria-labelledby="passos">
          <h2 id="passos">Do cadastro à primeira aula</h2>
          <ol className={classes.steps}>
            {STEPS.map(({ title, text }) => (
              <li key={title} className={classes.step}>
                <h3 className={classes.pointTitle}>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>
        <section className={classes.section} aria-labelledby="perguntas">
          <h2 id="perguntas">O que todo professor pergunta</h2>
          <div className={classes.questions}>
            {QUESTIONS.map(({ question, answer }) => (
              <details key={question} className={classes.question}>
                <summary>{question}</summary>
                <p>{answer}</p>
              </details>
            ))}
          </div>
          <div>
            <LinkButton to="/duvidas" variant="outline">
              Ver todas as dúvidas
            </LinkButton>
          </div>
        </section>
        {role === null ? (
          <section className={classes.closing} aria-labelledby="comece">
            <h2 id="comece">Sua próxima turma de um começa aqui</h2>
            <p>Crie a conta hoje; o perfil entra na busca depois da aprovação.</p>
            <LinkButton to={REGISTER}>Criar conta de professor</LinkButton>
          </section>
        ) : null}
      </Page>
    </>
  );
}

/** The invitation for the reader's role: to register, or a link to the own pages. */
function Invitation({ role }: { role: 'student' | 'teacher' | 'admin' | null }) {
  if (role === 'teacher') {
    return (
      <LinkButton to="/teacher/home" variant="white">
        Ir para minha área
      </LinkButton>
    );
  }
  if (role === 'student') {
    return <p>Você entrou como aluno. Para ensinar, saia e crie uma conta de professor com outro e-mail.</p>;
  }
  if (role === 'admin') return null;
  return (
    <LinkButton to={REGISTER} variant="white">
      Quero dar aulas
    </LinkButton>
  );
}
