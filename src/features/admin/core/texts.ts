/** Error texts for administrators. */
import type { Failure } from './server';

export const OFFLINE = 'Sem conexão: nada pode ser alterado agora.';

const HINTS: Record<string, string> = {
  admin_only: 'Sua conta não é mais de administração. Saia e entre de novo.',
  account_banned: 'Sua conta está suspensa. Nada foi alterado.',
  missing: 'Este registro não existe mais. Atualize a lista.',
  teacher_missing: 'Este professor não existe mais. Atualize a lista.',
  teacher_approved: 'Este professor já foi aprovado. Atualize a página.',
  identity_unchecked: 'Falta conferir a identidade: sem ela ninguém aparece na busca.',
  identity_renamed:
    'Alguém deste grupo mudou de nome depois da conferência. Aprove essa pessoa à parte; o filtro “Mudou o nome conferido” mostra quem é.',
  checks_one_by_one: 'O que foi conferido é anotado para uma pessoa de cada vez.',
  approvals_at_once: 'São pessoas demais para aprovar de uma vez. Escolha até 50.',
  check_unknown: 'Esta conferência não existe mais. Atualize a página.',
  review_exists: 'Esta análise já foi anotada. Atualize a página.',
  invitation_missing: 'Este convite não existe mais. Atualize a lista.',
  invitation_used: 'Este convite já foi usado. Atualize a lista.',
  too_many: 'Já houve muitos pedidos de ajuste para esta pessoa hoje. Espere até amanhã.',
  teacher_unknown: 'Este professor não existe mais. Atualize a lista.',
  teacher_without_terms:
    'Este professor ainda não aceitou os termos de uso atuais. Peça que entre na conta e aceite; depois ative o perfil.',
  supporter_missing: 'Este apoiador não existe mais. Atualize a lista.',
  sponsor_missing: 'Este patrocinador não existe mais. Atualize a lista.',
  report_missing: 'Esta denúncia não existe mais. Atualize a lista.',
  target_unknown: 'Isto não existe mais. Atualize a lista.',
  recipient_gone: 'Esta pessoa não tem mais conta. Atualize a lista.',
  report_decided: 'Outra pessoa já decidiu esta denúncia. Atualize a lista.',
  already_decided: 'Outra pessoa já decidiu esta denúncia. Atualize a lista.',
  changed_meanwhile: 'Outra pessoa salvou este registro enquanto você escrevia.',
  slots_taken: 'Todos os lugares deste nível estão vendidos.',
  amount_too_small: 'O valor é menor que o menor apoio.',
  tier_missing: 'Escolha um nível ou um valor.',
  test_data_not_allowed: 'A configuração test_data_allowed não permite dados de teste neste servidor.',
  rich_text: 'O texto tem algo que o blog não aceita. Retire formatações coladas de outros sites.',
  cover: 'A capa precisa ser uma imagem enviada para o blog.',
  bulk_unknown: 'Este envio não existe mais. Atualize a lista.',
  bulk_nobody: 'Ninguém está neste grupo.',
  bulk_repeated: 'Todas estas pessoas já receberam esta mesma mensagem desde ontem.',
  bulk_exists: 'Esta mensagem já está sendo enviada, talvez em outra aba. Veja os envios abaixo.',
  unreadable: 'O servidor respondeu de um jeito que esta versão não entende. Recarregue a página.',
};

/** Texts for the constraints whose violation an administrator can correct. */
const RULES: Record<string, string> = {
  slug: 'Já existe um registro com este endereço.',
  folded_name: 'Já existe um registro com este nome.',
  name_key: 'Já existe um registro com este nome.',
  dance_steps_once: 'Este estilo já tem um passo com este nome.',
  video: 'O endereço do vídeo não é aceito.',
  ends_check: 'O fim precisa vir depois do começo, em até 31 dias.',
  url_check: 'O link precisa começar com https://.',
  email: 'Confira o e-mail.',
  amount: 'Confira o valor.',
};

/** Describes a failure in one sentence. */
export function failureText(failure: Failure): string {
  if (failure.kind === 'unreachable') return 'O servidor não respondeu. Tente de novo daqui a pouco.';
  if (failure.kind === 'signed-out') return 'Sua sessão terminou. Entre novamente para continuar.';
  const { hint, detail, code } = failure;
  const known = hint === null ? undefined : HINTS[hint];
  if (known) return known;
  const rule = Object.entries(RULES).find(([name]) => detail?.includes(name) || hint?.includes(name));
  if (rule) return rule[1];
  if (code === '23505') return 'Já existe um registro assim.';
  if (code === '23503') return 'Outros registros usam este: mude-os antes.';
  if (code === '23514' || code === '22023') return 'O servidor não aceita um dos valores. Confira os campos.';
  if (code === '42501') return 'Sua conta não pode fazer isto.';
  return 'O servidor recusou. Nada foi alterado.';
}
