/**
 * The processing of personal data, as section 2 of the privacy policy lists it. Each entry names the tables that hold
 * the data. tests/claims/policy.test.ts compares the tables with the schema: a table that may hold personal data and
 * belongs to no entry fails.
 */
export interface Treatment {
  subject: string;
  /** The data, the purpose, and what the person decides; ends with a full stop. */
  text: string;
  /** Legal basis, LGPD art. 7º; ends with a full stop. */
  basis: string;
  places: readonly string[];
}

const CONTRACT = 'execução do contrato (art. 7º, V).';

export const TREATMENTS: readonly Treatment[] = [
  {
    subject: 'Conta',
    text: 'nome, e-mail, senha (guardada só como código irreversível) e se você é aluno ou professor. Para criar sua conta, entrar e recuperar a senha.',
    basis: CONTRACT,
    places: [
      'auth.users',
      'auth.identities',
      'auth.sessions',
      'auth.refresh_tokens',
      'auth.flow_state',
      'auth.one_time_tokens',
      'auth.mfa_factors',
      'app.password_changes',
      'app.registration_leftovers',
      'public.user_profiles',
      'public.profile_versions',
      'public.students',
      'public.teachers',
    ],
  },
  {
    subject: 'Cidade e estilos de dança',
    text: 'para mostrar o que está perto de você e combina com você.',
    basis: CONTRACT,
    places: ['public.user_profiles', 'public.student_dance_styles', 'public.teacher_dance_styles'],
  },
  {
    subject: 'WhatsApp',
    text: 'opcional. Para que aluno e professor conversem.',
    basis: 'seu consentimento (art. 7º, I), que você retira apagando o número.',
    places: ['public.user_profiles'],
  },
  {
    subject: 'Perfil de professor',
    text: 'foto, apresentação, experiência, bairro, Instagram, modalidades, horários, onde, para quem e em que papel ensina, se o lugar é acessível, vídeos e fotos de aulas, avaliações recebidas e, para quem apoia o projeto, história e músicas. São publicados, depois de aprovados, porque esse é o serviço; deles também fazemos a imagem que acompanha o link da sua página. A equipe anota o que conferiu, quando e o que pediu para mudar; o que foi conferido aparece com o mês. Contamos também aulas dadas e o tempo de resposta, e mostramos números arredondados. Um endereço antigo da sua página continua levando a ela; excluída a conta, fica dele só um código irreversível, para que ninguém o receba.',
    basis: CONTRACT,
    places: [
      'app.teacher_invitations',
      'public.teachers',
      'app.teacher_addresses',
      'public.teacher_listings',
      'public.teacher_checks',
      'app.response_facts',
      'public.teacher_reviews',
      'public.share_pictures',
      'public.user_evaluation_stats',
      'app.teacher_directory',
      'app.listing_locks',
      'app.search_cache',
      'app.stale_files',
      'app.read_pictures',
      'storage.objects',
      'realtime.messages',
    ],
  },
  {
    subject: 'Página de aluno',
    text: 'apresentação, interesses, desde quando você dança e, para quem apoia o projeto, história, músicas e Instagram. Só é pública se você abrir sua página, e então mostra também nome, foto, cidade e estilos.',
    basis: 'seu consentimento (art. 7º, I), que você retira escondendo a página.',
    places: ['public.students', 'public.content_items', 'storage.objects'],
  },
  {
    subject: 'Pedidos de aula',
    text: 'quem pediu a quem, estilo, dias, horários, mensagem, resposta e motivo; quando um responsável pede para um menor, que o pedido é para menor e quando os termos foram aceitos. Para que vocês combinem a aula. Leem o aluno, o professor e a equipe.',
    basis: CONTRACT,
    places: [
      'public.lesson_requests',
      'public.lesson_request_versions',
      'app.student_standing',
      'app.changed_student_facts',
    ],
  },
  {
    subject: 'Aulas marcadas',
    text: 'dia, hora, duração, lugar, valor combinado, propostas de mudança e se a aula aconteceu. Para vocês combinarem, serem lembrados e poderem avaliar. Lugar e valor leem só o aluno e o professor.',
    basis: CONTRACT,
    places: ['public.lessons', 'public.lesson_proposals', 'public.lesson_versions', 'app.lesson_turns'],
  },
  {
    subject: 'Caderno',
    text: 'anotações das aulas, dever de casa e se foi feito: leem você e a outra pessoa da aula; depois que as aulas terminam, o que você escrever é só seu. Também os passos que você marca como aprendendo ou sabido e os seus treinos, só seus, para lembrar quando treinar.',
    basis: CONTRACT,
    places: [
      'public.lesson_texts',
      'public.homework_ticks',
      'public.step_marks',
      'public.step_reviews',
      'public.notebook_versions',
    ],
  },
  {
    subject: 'Eventos que você divulga',
    text: 'o que você escreve do evento, a resposta da equipe e quando você confirmou. Um evento publicado é lido por todos, com um código de quem divulgou, para que um bloqueio o esconda; depois da conta, fica sem esse código.',
    basis: CONTRACT,
    places: ['public.events', 'public.event_proposals', 'public.content_items'],
  },
  {
    subject: 'Eventos a que você vai',
    text: 'as datas em que você marca Vou: só você vê quais são. Os outros veem quantas pessoas vão, a partir de cinco.',
    basis: CONTRACT,
    places: ['public.event_goings', 'public.notebook_versions'],
  },
  {
    subject: 'Pedidos de par',
    text: 'para que evento ou estilo você procura um par, seu papel e seu nível, e a que pedidos você respondeu. Na primeira vez, você declara ter 18 anos ou mais, e guardamos a data. Uma conta que pede aula para menor não aparece. Quem tem conta vê seu primeiro nome; nome e WhatsApp, ou o e-mail de quem não tem, só a pessoa com quem você aceitou dançar, até o pedido acabar.',
    basis: CONTRACT,
    places: [
      'public.partner_requests',
      'public.partner_answers',
      'public.notebook_versions',
      'public.user_profiles',
    ],
  },
  {
    subject: 'Chave Pix',
    text: 'opcional, de professores: a chave e o nome de quem recebe. Veem os alunos com uma aula confirmada, para pagar. O pagamento não passa pelo Danceflix.',
    basis: 'seu consentimento (art. 7º, I), que você retira apagando a chave.',
    places: ['public.payment_keys', 'public.payment_key_versions'],
  },
  {
    subject: 'Avaliações que você escreve',
    text: 'nota, comentário e se é anônima. Ficam públicas quando os dois lados escreveram ou depois de 14 dias; de uma anônima, só a equipe vê quem escreveu.',
    basis: CONTRACT,
    places: ['public.lesson_evaluations'],
  },
  {
    subject: 'Publicações no Mural',
    text: 'o texto, com seu nome e sua foto, para todos, até você ou a equipe tirar.',
    basis: CONTRACT,
    places: ['public.posts', 'public.content_items'],
  },
  {
    subject: 'Aceite dos termos',
    text: 'versão, data e hora. Para provar o que foi combinado.',
    basis: 'exercício regular de direitos (art. 7º, VI).',
    places: ['public.user_acceptances'],
  },
  {
    subject: 'Avisos da conta',
    text: 'as notificações que você recebe dentro do site, também as que a equipe escreve; as lidas são apagadas depois de 90 dias.',
    basis: CONTRACT,
    places: [
      'public.notifications',
      'public.bulk_notifications',
      'public.bulk_notification_recipients',
      'realtime.messages',
    ],
  },
  {
    subject: 'Avisos no aparelho',
    text: 'só se você ligar. O código que o navegador dá a este aparelho, qual navegador é, e quais tipos de aviso você não quer.',
    basis: 'seu consentimento (art. 7º, I), que você retira desligando os avisos ou saindo da conta.',
    places: [
      'public.pwa_subscriptions',
      'public.push_queue',
      'public.push_deliveries',
      'public.user_profiles',
    ],
  },
  {
    subject: 'Avise-me',
    text: 'estilo, cidade e bairro que você pediu para acompanhar, e de quais professores já avisamos. Só você vê. Com conta, o pedido vale um ano e é apagado com ela. Sem conta, guardamos o código que o navegador dá a este aparelho e um resumo irreversível de um segredo que só ele tem: são apagados quando você para o último aviso, ou 30 dias depois de o aparelho não receber mais. Professores e equipe veem só quantas pessoas procuram um estilo numa cidade, nunca um número abaixo de cinco.',
    basis: 'execução do contrato, a seu pedido (art. 7º, V).',
    places: [
      'public.teacher_alerts',
      'app.alert_hits',
      'app.findable_teachers',
      'app.visitor_phones',
      'app.visitor_alerts',
      'app.visitor_pushes',
    ],
  },
  {
    subject: 'Pedido de indicação',
    text: 'nome, cidade, estilo e objetivos que você escreve em Encontrar Professor, com ou sem conta, e os professores indicados. Para indicar quem combina com você. A escolha é feita por pontuação automática; a equipe pode ligar um serviço de inteligência artificial, que recebe só cidade, estilo e objetivos, nunca seu nome ou contato. Sem conta, o pedido é apagado depois de um ano; com conta, junto com ela.',
    basis: 'execução do contrato, a seu pedido (art. 7º, V).',
    places: ['public.student_leads', 'app.lead_model_calls'],
  },
  {
    subject: 'Apoio ao projeto',
    text: 'de quem apoia todo mês, e-mail, nível, valor e datas, e o registro de cada atualização. Para dar os benefícios e mostrar, na página de apoiadores, nome, foto e nível; quem preferir outro nome ou não aparecer pede à equipe.',
    basis: CONTRACT,
    places: ['public.supporter_tiers', 'public.support_sync_logs', 'public.content_items'],
  },
  {
    subject: 'Meus professores e pessoas bloqueadas',
    text: 'quem você guardou e quem você bloqueou. Só você vê; nem a outra pessoa nem a equipe.',
    basis: CONTRACT,
    places: ['public.favourites', 'public.blocks'],
  },
  {
    subject: 'Denúncias',
    text: 'o que você denunciou, o motivo e o que explicou, e o que a equipe decidiu sobre o que é seu ou escreveu a você. Do que foi denunciado, o texto como estava. Uma denúncia leem só você e a equipe. Se você excluir a conta, fica sem seu nome e sem seu texto. De quem denuncia sem conta, guardamos só um resumo irreversível do código.',
    basis: 'legítimo interesse (art. 7º, IX), para proteger quem usa o site.',
    places: ['public.reports', 'app.reported_texts', 'public.report_decisions', 'public.report_letters'],
  },
  {
    subject: 'Segurança',
    text: 'endereço IP e horário das tentativas de entrar, contados por alguns minutos para barrar abusos; quantos envios fez cada conta ou endereço, em código e por até dois dias; qual conta fez qual envio e quando, por 90 dias, para que nada seja feito duas vezes; quantos envios esperavam num aparelho seu e quando ele avisou, por até 30 dias, para dizer a você se eles se perderem; entradas e mudanças da conta, por 90 dias; o que a equipe mudou, quando e de quem; e registros técnicos do servidor.',
    basis:
      'legítimo interesse (art. 7º, IX) e, quando aplicável, a guarda de registros de acesso que o art. 15 do Marco Civil da Internet manda (art. 7º, II).',
    places: [
      'auth.audit_log_entries',
      'app.rate_counts',
      'public.command_log',
      'app.waiting_writes',
      'app.written_fields',
      'public.audit_log',
      'app.audit_personal',
    ],
  },
];
