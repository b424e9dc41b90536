import { env } from '@/lib/env';
import { Link } from '@/ui/link';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import classes from './legal.module.css';
import { Contact, Operator, VersionLine } from './legal-text';

export default function TermsPage() {
  return (
    <Page narrow>
      <article className={classes.legal}>
        <PageHeading>Termos de uso</PageHeading>
        <VersionLine />
        <section className={classes.summary} aria-labelledby="resumo">
          <h2 id="resumo">Em resumo</h2>
          <p>
            O Danceflix aproxima quem quer dançar de professores particulares de dança. Usar é grátis. A aula
            é combinada, dada e paga diretamente entre aluno e professor. Respeite as pessoas e diga a verdade
            sobre você.
          </p>
        </section>

        <h2>1. O que é o Danceflix</h2>
        <p>
          O Danceflix é um site que também funciona instalado no celular. Nele, alunos encontram professores
          por estilo e cidade, e professores apresentam seu trabalho. Não somos escola, agência nem
          empregador: não participamos da aula, não definimos preços e não recebemos comissão nem mensalidade.
        </p>

        <h2>2. Quem pode usar</h2>
        <p>
          Para criar uma conta, você precisa ter <strong>18 anos ou mais</strong>, ou usar o Danceflix com a
          autorização e o acompanhamento de um <strong>responsável legal</strong>, que responde por esse uso e
          acompanha as aulas de quem tem menos de 18 anos. Não perguntamos a sua idade; para pedir um par ou
          responder a um pedido de par, você declara ter 18 anos ou mais.
        </p>
        <p>
          A aula de um menor é pedida pelo responsável, e o pedido diz que ela é para menor. Esse pedido só
          chega a professores com os antecedentes conferidos pela equipe nos últimos seis meses. Com o pedido,
          o responsável aceita estes termos: ele fica presente durante toda a aula, e ela acontece em lugar
          público, com outras pessoas por perto. Não pedimos nome nem idade do menor.
        </p>

        <h2>3. Sua conta</h2>
        <ul>
          <li>Use seus próprios dados, verdadeiros e atuais, e mantenha uma só conta por função.</li>
          <li>Guarde sua senha; quem entra com ela age em seu nome. Se desconfiar de algo, troque-a.</li>
          <li>
            Você escolhe ser aluno ou professor ao se cadastrar. Contas de administração são da nossa equipe.
          </li>
          <li>
            Você pode excluir sua conta quando quiser, em <strong>Configurações → Meus dados</strong>.
          </li>
        </ul>

        <h2>4. Professores</h2>
        <ul>
          <li>
            O perfil só aparece na busca depois de aprovado pela nossa equipe, que pode pedir correções.
          </li>
          <li>
            Você responde pelo que publica, pelo preço que combina, pela aula que dá e pelos tributos que ela
            gera.
          </li>
          <li>Se informar um WhatsApp, ele fica visível na sua página para quem quiser falar com você.</li>
          <li>Destaques e apoios são identificados e não mudam as avaliações.</li>
        </ul>

        <h2>5. Aulas e pagamentos</h2>
        <p>
          Data, lugar, duração, preço e forma de pagamento são combinados diretamente entre aluno e professor.
          O Danceflix guarda o que vocês marcarem e lembra os dois; o pagamento é feito fora dele, direto ao
          professor. Pedimos que cancelamentos sejam avisados com pelo menos 24 horas de antecedência. Entre
          aluno e professor valem a lei e, quando houver relação de consumo, o Código de Defesa do Consumidor.
        </p>
        <p>
          Quem apoia o projeto pode desistir em até <strong>sete dias</strong> depois do pagamento e recebe
          tudo de volta (art. 49 do Código de Defesa do Consumidor): basta escrever para{' '}
          <a href={`mailto:${env.operator.email}`}>{env.operator.email}</a>.
        </p>

        <h2>6. Compromisso com a comunidade</h2>
        <p>
          Ao se cadastrar, você assume tratar todas as pessoas com respeito e não praticar nem tolerar
          assédio, discriminação ou violência. Quem não concorda não pode oferecer nem agendar aulas. Quem
          descumpre pode ter conteúdo removido, o perfil retirado da busca ou a conta encerrada, com aviso do
          motivo e possibilidade de resposta, salvo quando a lei ou a segurança de alguém pedir ação imediata.
        </p>

        <h2>7. O que não é permitido</h2>
        <ul>
          <li>passar-se por outra pessoa ou publicar o que não é seu;</li>
          <li>publicar conteúdo ilegal, ofensivo, enganoso ou de natureza sexual;</li>
          <li>coletar dados de outras pessoas em massa, ou usar contatos para propaganda;</li>
          <li>tentar entrar em contas alheias, contornar limites ou prejudicar o funcionamento do site.</li>
        </ul>

        <h2>8. O que você publica</h2>
        <p>
          Textos e fotos continuam seus. Você nos autoriza, sem exclusividade e sem custo, a guardá-los,
          ajustá-los de tamanho e mostrá-los no Danceflix enquanto estiverem publicados. Avaliações devem
          contar uma experiência real. Elas ficam públicas quando os dois lados escreveram ou depois de 14
          dias, e quem as recebe pode responder uma vez.
        </p>

        <h2>9. Uso sem internet</h2>
        <p>
          O Danceflix guarda no seu aparelho o que você já abriu e o que ainda não pôde enviar. Isso vale
          enquanto o navegador mantiver esse armazenamento: limpar os dados do navegador, ou usar uma janela
          anônima, apaga o que ainda não foi enviado. O que aparece sem internet pode estar desatualizado.
        </p>

        <h2>10. Responsabilidade</h2>
        <p>
          Cuidamos do site com zelo, mas não podemos garantir que esteja sempre no ar nem o resultado de uma
          aula. A aprovação de um perfil confere as informações dadas; ela não substitui a sua própria
          prudência: prefira, na primeira aula, um lugar público. Nada aqui limita direitos que a lei
          brasileira garante a você.
        </p>

        <h2>11. Privacidade</h2>
        <p>
          Como tratamos seus dados está na <Link to="/privacy-policy">política de privacidade</Link>, que faz
          parte destes termos.
        </p>

        <h2>12. Mudanças nestes termos</h2>
        <p>
          Quando estes termos mudarem, publicamos aqui uma nova versão, com número e data, e pedimos seu
          aceite na próxima vez que você entrar. Se não concordar, você pode sair ou excluir sua conta.
        </p>

        <h2>13. Lei e foro</h2>
        <p>
          Valem as leis do Brasil, entre elas o Marco Civil da Internet (Lei nº 12.965/2014) e a Lei Geral de
          Proteção de Dados (Lei nº 13.709/2018). O foro é o do seu domicílio.
        </p>

        <h2>14. Contato</h2>
        <Operator />
        <Contact />
      </article>
    </Page>
  );
}
