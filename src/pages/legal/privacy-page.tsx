import { Link } from '@/ui/link';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import classes from './legal.module.css';
import { Contact, Operator, VersionLine } from './legal-text';
import { TREATMENTS } from './treatments';

export default function PrivacyPage() {
  return (
    <Page narrow>
      <article className={classes.legal}>
        <PageHeading>Política de privacidade</PageHeading>
        <VersionLine />
        <section className={classes.summary} aria-labelledby="resumo">
          <h2 id="resumo">Em resumo</h2>
          <p>
            Pedimos só o que é preciso para você entrar e encontrar aulas. Não vendemos dados, não usamos
            cookies de rastreamento nem ferramentas que acompanham você. A publicidade que existe é a de
            patrocinadores, com a marca “Patrocinado”, e a de professores que pagam por destaque, com a marca
            “Destaque pago”. Você pode ver, baixar, corrigir e excluir seus dados quando quiser.
          </p>
        </section>

        <h2>1. Quem cuida dos seus dados</h2>
        <p>
          O controlador, no sentido da Lei Geral de Proteção de Dados (LGPD, Lei nº 13.709/2018), é quem
          mantém o Danceflix neste endereço:
        </p>
        <Operator />
        <Contact />

        <h2>2. Que dados tratamos, para quê e com que base legal</h2>
        <ul>
          {TREATMENTS.map(({ subject, text, basis }) => (
            <li key={subject}>
              <strong>{subject}:</strong> {text} Base: {basis}
            </li>
          ))}
        </ul>
        <p>
          Não pedimos idade, localização do aparelho nem dados sensíveis, e não guardamos documentos: quando a
          equipe vê um, registra só o que foi conferido, o resultado, as datas e uma nota. Um CPF ou CNPJ fica
          guardado só se um professor o escolher como chave Pix. De quem visita sem conta, guardamos só os
          pedidos de indicação e as denúncias que enviar e os registros de segurança.
        </p>

        <h2>3. O que fica guardado no seu aparelho</h2>
        <p>
          O Danceflix funciona sem internet; por isso, guarda uma parte no próprio aparelho, no armazenamento
          do navegador. Nada disso é cookie, e nada é lido por outros sites.
        </p>
        <ul>
          <li>
            <strong>IndexedDB, para todos:</strong> a lista pública de cidades, estilos e professores, com
            seus textos e contatos públicos, o conteúdo público (como apoiadores e patrocinadores) e um índice
            para buscar rápido.
          </li>
          <li>
            <strong>IndexedDB, de quem entrou:</strong> seu próprio perfil, seus pedidos, aulas, avaliações e
            notificações, em um banco separado por pessoa, com quem você guardou e bloqueou; e a chave de
            acesso temporária, para enviar o que ficou pendente.
          </li>
          <li>
            <strong>Armazenamento local:</strong> sua sessão, seu nome, sua função e seu nível de apoio (para
            abrir a tela certa na hora), a última cópia de “Meus dados” que você abriu, o rascunho do
            cadastro, por até 7 dias e nunca com a senha, e o e-mail que espera confirmação, até você
            confirmá-lo.
          </li>
          <li>
            <strong>Pedidos de indicação:</strong> o rascunho e o último pedido, por até 7 dias; o que ainda
            não foi enviado espera no IndexedDB até haver conexão.
          </li>
          <li>
            <strong>Rascunhos:</strong> o que você escreveu e ainda não enviou, como um pedido de aula, também
            antes de ter conta, uma avaliação ou uma publicação. Ficam até você enviar, apagar ou sair da
            conta.
          </li>
          <li>
            <strong>Pedido de aula antes da conta:</strong> o que você escreve em “Pedir aula” sem ter entrado
            (estilo, dias, horários, mensagem e se é para menor), por até 7 dias, também se alguém sair de uma
            conta neste aparelho. Só é enviado quando você entra como aluno e toca em “Enviar pedido”;
            “Limpar” o apaga.
          </li>
          <li>
            <strong>Sua cidade e as cores da tela:</strong> a cidade que você escolheu ou buscou e se prefere
            a tela clara ou escura. Ficam no aparelho: a cidade só vai ao servidor em uma busca feita antes de
            a lista chegar.
          </li>
          <li>
            <strong>Conversas:</strong> com que professores você abriu o WhatsApp por aqui, e com que estilo,
            cidade e horários os procurou, por até 30 dias, para perguntar se deu certo. Pergunta e resposta
            ficam só neste aparelho.
          </li>
          <li>
            <strong>Economia de dados:</strong> sua escolha e a soma aproximada dos dados que o site usou
            neste aparelho. Fica só neste aparelho.
          </li>
          <li>
            <strong>Avisos e instalação:</strong> se os avisos estão ligados neste aparelho, quantas vezes o
            site foi aberto e se você já disse não ao convite para instalar. Se você sair da conta com os
            avisos ligados, fica um código aleatório, até uma semana depois de enviado, que só serve para
            desligar os avisos neste aparelho.
          </li>
          <li>
            <strong>Armazenamento da aba:</strong> a posição da página e a última busca, até você fechar a
            aba.
          </li>
          <li>
            <strong>Cache do service worker:</strong> os arquivos do próprio site e as fotos de professores
            que você já viu. Dados da sua conta não entram nesse cache.
          </li>
        </ul>
        <p>
          Ao <strong>sair da conta</strong>, apagamos do aparelho, mesmo sem internet, sua sessão, seu perfil,
          suas notificações e os rascunhos da conta. O conteúdo público fica, até você limpar os dados do site
          no navegador.
        </p>

        <h2>4. O que é enviado e para quem</h2>
        <ul>
          <li>
            <strong>Nosso servidor</strong> (banco de dados, autenticação e arquivos sobre a plataforma
            Supabase, que trata os dados em nosso nome, como operadora): o que você preenche, as buscas feitas
            enquanto a lista ainda não está no seu aparelho e, com o site aberto, uma conexão que avisa o que
            mudou nas listas públicas. Depois que a lista está no aparelho, a busca acontece nele e não é
            enviada.
          </li>
          <li>
            <strong>Serviço de inteligência artificial,</strong> se a equipe ligar um: cidade, estilo e
            objetivos do seu pedido de indicação e textos públicos de perfis de professores.
          </li>
          <li>
            <strong>Google (Firebase Cloud Messaging),</strong> se você ligar os avisos no aparelho: o código
            do aparelho e, a cada aviso, seu título, seu texto e o endereço da página. Sem isso, nada é
            enviado ao Google.
          </li>
          <li>
            <strong>Outras pessoas:</strong> o perfil público de professores; de quem apoia o projeto, nome,
            foto e nível; o que você publica no Mural e nas avaliações com nome. Dados de alunos só são
            públicos se eles mesmos abrirem sua página, publicarem algo ou apoiarem o projeto. A senha nunca é
            mostrada, e o e-mail nunca é público.
          </li>
          <li>
            <strong>Aluno e professor, um ao outro:</strong> o professor vê o nome, a foto e o pedido de quem
            pede aula. Quando aceita, cada um passa a ver o WhatsApp do outro, ou o e-mail de quem não
            informou um WhatsApp, enquanto o pedido estiver aceito.
          </li>
          <li>
            <strong>WhatsApp, Instagram e YouTube:</strong> só quando você toca no link ou em um vídeo; a
            partir daí valem as regras deles.
          </li>
          <li>
            <strong>Autoridades:</strong> quando a lei ou uma ordem judicial obrigar.
          </li>
        </ul>
        <p>
          A hospedagem pode estar fora do Brasil. Nesse caso, a transferência segue os arts. 33 a 36 da LGPD,
          com cláusulas contratuais de proteção. Toda a comunicação é cifrada.
        </p>

        <h2>5. Por quanto tempo</h2>
        <ul>
          <li>
            <strong>Dados da conta e do perfil:</strong> enquanto a conta existir.
          </li>
          <li>
            <strong>Ao excluir a conta:</strong> apagamos nome, e-mail, contatos, textos, fotos e
            notificações. Ficam apenas códigos sem conteúdo, que fazem os aparelhos de outras pessoas apagarem
            o que tinham copiado assim que se conectarem, e, de quem apoiou o projeto, os valores pagos, sem
            nome nem e-mail, por obrigação contábil.
          </li>
          <li>
            <strong>Registros técnicos e cópias de segurança:</strong> expiram sozinhos, nos prazos da
            hospedagem.
          </li>
          <li>
            <strong>Cadastro não concluído:</strong> pode ser retomado no próximo acesso; você pode pedir que
            seja apagado.
          </li>
        </ul>

        <h2>6. Seus direitos (art. 18 da LGPD) e como usá-los</h2>
        <p>
          Entre na sua conta e abra <strong>Configurações → Meus dados</strong>. Ali você pode, de graça e na
          hora:
        </p>
        <ul>
          <li>
            <strong>confirmar e acessar</strong> (I e II): ver tudo o que guardamos sobre você, também sem
            internet;
          </li>
          <li>
            <strong>levar com você</strong> (V): baixar tudo em formato JSON;
          </li>
          <li>
            <strong>corrigir</strong> (III): mudar nome, cidade, WhatsApp, foto, estilos e textos nas
            configurações;
          </li>
          <li>
            <strong>excluir</strong> (IV e VI): apagar a conta, sabendo antes o que fica e por quê;
          </li>
          <li>
            <strong>revogar o consentimento</strong> (VIII e IX): apagar seu WhatsApp; o serviço continua, sem
            esse contato.
          </li>
        </ul>
        <p>
          Para saber com quem compartilhamos (VII), leia o item 4. Para opor-se a um tratamento (§ 2º), pedir
          revisão de uma decisão ou qualquer outra coisa, fale conosco. Respondemos em até 15 dias. Se não
          ficar satisfeito, você pode reclamar à Autoridade Nacional de Proteção de Dados (ANPD).
        </p>

        <h2>7. Crianças e adolescentes</h2>
        <p>
          O Danceflix é para quem tem 18 anos ou mais, ou usa com um responsável legal, que decide pelos dados
          do menor, no melhor interesse dele (art. 14). Se souber de uma conta criada sem esse acompanhamento,
          avise: nós a apagamos.
        </p>

        <h2>8. Segurança</h2>
        <p>
          Cada pessoa só lê o que lhe cabe, por regras no próprio banco de dados. Senhas são guardadas como
          códigos irreversíveis e há limite de tentativas. Se houver um incidente que traga risco relevante,
          avisamos você e a ANPD (art. 48). Em aparelho compartilhado, saia da conta ao terminar.
        </p>

        <h2>9. Cookies</h2>
        <p>
          Quem visita, aluno ou professor não recebe cookie nenhum. Na área da equipe há um,{' '}
          <strong>danceflix_sidebar</strong>, que lembra por sete dias se o menu está aberto. O armazenamento
          descrito no item 3 é necessário para o site funcionar. Nada disso serve para publicidade nem para
          acompanhar você em outros sites.
        </p>

        <h2>10. Mudanças</h2>
        <p>
          Uma nova versão é publicada aqui, com número e data, e pedimos seu aceite na próxima vez que você
          entrar. Leia também os <Link to="/terms-of-use">termos de uso</Link>.
        </p>
        <p>
          <strong>Na versão 5</strong> dizemos o que tratamos do caderno de aulas e treinos e de pedidos para
          menor, de eventos que você divulga ou a que vai, de pedidos de par, para onde leva um endereço
          antigo da página de um professor, o que fica dele depois da conta, e que conversas o aparelho guarda
          para perguntar se deram certo.
        </p>
        <p>
          <strong>Na versão 4</strong> dizemos quem mantém o site, o que tratamos de aulas marcadas e da chave
          Pix de professores, quando uma avaliação fica pública, e que o e-mail só é mostrado à outra pessoa
          de um pedido aceito por quem não informou um WhatsApp. Dizemos também o que fica no aparelho de um
          pedido escrito antes de entrar, da sua cidade e das cores da tela, e quando um vídeo é pedido ao
          YouTube ou ao Instagram.
        </p>
        <p>
          <strong>Na versão 3</strong> corrigimos o que era incompleto: dizemos que aluno e professor veem o
          e-mail um do outro depois de um pedido aceito, que a área da equipe tem um cookie, e o que tratamos
          de pedidos de aula, avaliações, publicações no Mural e páginas de alunos.
        </p>
        <p>
          <strong>Na versão 2</strong> dizemos também o que os avisos no aparelho enviam ao Google e o que
          guardamos de pedidos de indicação, de quem apoia o projeto, de pessoas salvas ou bloqueadas, de
          denúncias, do uso de dados e do convite para instalar.
        </p>
      </article>
    </Page>
  );
}
