import { COLUMN_LABELS } from '@/db/rows/profile-fields';
import { shortMoment } from '@/lib/date-forms';

/** Labels for the data held about a user. A field without a label here is shown under its own name. */
export const SECTIONS: Record<string, string> = {
  account: 'Conta',
  identities: 'Formas de entrar',
  sessions: 'Onde você está conectado',
  password_changes: 'Mudanças de senha',
  sign_in_log: 'Registro de acessos',
  profile: 'Perfil',
  student: 'Cadastro de aluno',
  teacher: 'Cadastro de professor',
  dance_styles: 'Estilos de dança',
  public_listing: 'O que a busca mostra de você',
  public_content: 'Sua página pública',
  statistics: 'Avaliações recebidas, em números',
  support: 'Apoio ao projeto',
  support_log: 'Histórico do apoio',
  acceptances: 'Termos aceitos',
  notifications: 'Notificações',
  push_subscriptions: 'Aparelhos com notificações',
  leads: 'Pedidos de indicação',
  favourites: 'Meus professores',
  alerts: 'Avise-me',
  teacher_alerts: 'Avise-me: professores que você espera',
  blocks: 'Pessoas bloqueadas',
  reports: 'Denúncias suas',
  commands: 'Alterações feitas por você',
  teacher_invitations: 'Convites para ensinar',
  waiting_writes: 'Envios que esperavam em seus aparelhos',
  registration_leftovers: 'Etapas pendentes do cadastro',
  pictures: 'Fotos',
  share_picture: 'Imagem do seu link',
  lesson_requests: 'Pedidos de aula',
  lessons: 'Aulas',
  lesson_proposals: 'Propostas de aula',
  payment_key: 'Chave Pix',
  notebook: 'Caderno',
  lesson_notes: 'Anotações e dever de casa que você escreveu',
  lesson_notes_received: 'Anotações e dever de casa que você recebeu',
  homework_done: 'Deveres que você marcou',
  steps: 'Passos no seu caderno',
  step_reviews: 'Seus treinos',
  event_proposals: 'Eventos que você divulgou: a resposta',
  events: 'Eventos que você divulgou',
  event_goings: 'Eventos a que você vai',
  partner_requests: 'Seus pedidos de par',
  partner_answers: 'Suas respostas a pedidos de par',
  evaluations_written: 'Avaliações que você escreveu',
  evaluations_received: 'Avaliações que você recebeu',
  posts: 'Suas publicações no Mural',
  pushes: 'Avisos enviados aos seus aparelhos',
  reviews: 'O que a equipe pediu ou aprovou no seu perfil',
  verifications: 'O que a equipe conferiu sobre você',
  decisions: 'Decisões da equipe sobre o que é seu',
  changes_by_team: 'Alterações feitas pela equipe',
  changes_made: 'Alterações que você fez como equipe',
  team_messages: 'Mensagens da equipe para você',
  team_letters: 'Recados da equipe para você',
  team_messages_sent: 'Mensagens que você enviou como equipe',
};

const FIELDS: Record<string, string> = {
  ...COLUMN_LABELS,
  email: 'E-mail',
  phone: 'Telefone',
  role: 'Tipo de conta',
  city: 'Cidade',
  city_id: 'Cidade (código)',
  created_at: 'Criado em',
  updated_at: 'Alterado em',
  made_at: 'Criado em',
  email_confirmed_at: 'E-mail confirmado em',
  last_sign_in_at: 'Último acesso',
  user_metadata: 'Informado no cadastro',
  app_metadata: 'Dados técnicos do acesso',
  user_agent: 'Aparelho',
  ip: 'Endereço de rede',
  provider: 'Forma',
  identity_data: 'Dados da forma de entrar',
  payload: 'O que foi registrado',
  ip_address: 'Endereço de rede',
  bio: 'Sobre',
  is_active: 'Ativo',
  is_paused: 'Pausado',
  is_featured: 'Em destaque',
  approved_at: 'Aprovado em',
  reply_hours: 'Tempo usual de resposta (horas)',
  reply_tenths: 'Respostas no prazo, de cada 10 pedidos',
  nudged_at: 'Professor lembrado em',
  unanswered_at: 'Prazo de resposta passado em',
  is_withdrawn: 'Retirado porque outro professor aceitou',
  wish_id: 'Primeiro pedido do grupo',
  guardian_terms: 'Pedido para menor: versão dos termos aceitos pelo responsável',
  guardian_terms_at: 'Termos do responsável aceitos em',
  slug: 'Endereço da página',
  style_ids: 'Estilos (códigos)',
  type: 'Tipo',
  version: 'Versão',
  title: 'Título',
  body: 'Texto',
  url: 'Endereço',
  read_at: 'Lida em',
  muted_notifications: 'Avisos desligados',
  adult_stated_at: 'Declarou ter 18 anos ou mais em',
  service: 'Serviço do navegador',
  token_source: 'Origem',
  last_validated_at: 'Confirmado em',
  validation_failures: 'Falhas de entrega',
  token_expires_at: 'Vale até',
  accepted_at: 'Aceito em',
  kind: 'Tipo',
  result: 'Resultado',
  nome: 'Nome',
  cidade: 'Cidade',
  estilo_danca: 'Estilo de dança',
  objetivos: 'Objetivos',
  teacher_id: 'Professor (código)',
  person_id: 'Pessoa (código)',
  wanted: 'Vale agora',
  wished_at: 'Escolhido em',
  target_id: 'O que foi denunciado (código)',
  what: 'Sobre',
  reason: 'Motivo',
  details: 'Explicação',
  professor_encontrado: 'Professor indicado',
  ai_analysis_data: 'Análise',
  outcome: 'Resultado',
  device: 'Aparelho (código)',
  waiting: 'Envios que esperavam',
  announced_at: 'Avisado em',
  checked: 'O que foi visto',
  checked_at: 'Visto em',
  checked_name: 'Nome que foi conferido',
  renamed_at: 'Nome mudou em',
  text: 'Texto',
  written_at: 'Escrito em',
  message: 'Mensagem',
  adjusted_at: 'Ajustado em',
  place: 'Local',
  price_cents: 'Valor (centavos)',
  minutes: 'Duração (minutos)',
  starts_local: 'Começo, na hora do lugar',
  starts_at: 'Começo',
  zone: 'Fuso horário',
  agreed_at: 'Combinada em',
  proposed_at: 'Proposta em',
  student_outcome: 'O que o aluno contou',
  teacher_outcome: 'O que o professor contou',
  called_off_by: 'Cancelada por',
  called_off_at: 'Cancelada em',
  part: 'Parte',
  counts: 'É o texto atual',
  lesson_id: 'Aula (código)',
  author_id: 'Quem escreveu (código)',
  homework_id: 'Dever (código)',
  done_at: 'Feito em',
  step: 'Passo',
  state: 'Situação',
  marked_at: 'Marcado em',
  reviewed_at: 'Treinado em',
  pix_key: 'Chave Pix',
  pix_name: 'Nome de quem recebe',
  first_rating: 'Primeiras estrelas',
  edited_month: 'Mês da mudança',
  reply_is_earlier: 'Resposta de antes da mudança',
  model_asked_at: 'Inteligência artificial consultada em',
};

/** Internal fields of the replica: in the downloaded file, but meaningless on screen. */
const HIDDEN = new Set(['_xid', '_deleted', '_meta', '_rev', '_attachments']);

const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

export function labelOf(field: string): string {
  return FIELDS[field] ?? SECTIONS[field] ?? field;
}

export function momentText(iso: string | number): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? String(iso) : shortMoment(date);
}

/** '—' for an absent value. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não';
  if (typeof value === 'string') return ISO.test(value) ? momentText(value) : value;
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(valueText).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The fields of one record as label and text, in their order. */
export function linesOf(record: Record<string, unknown>): { label: string; text: string }[] {
  return Object.entries(record)
    .filter(([field]) => !HIDDEN.has(field))
    .map(([field, value]) => ({ label: labelOf(field), text: valueText(value) }));
}
