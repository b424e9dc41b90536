/** Texts about push notifications (specification 000 §4 and §8, and what it leaves open). */
export const PUSH = {
  title: 'Avisos neste aparelho',
  label: 'Receber notificações',
  activated: 'Notificações Firebase ativadas! Você receberá atualizações em tempo real.',
  deactivated: 'Notificações desativadas em todos os seus aparelhos.',
  unsupported: 'Este navegador não suporta notificações push',
  tryUnsupported: 'Seu navegador não suporta notificações push.',
  notSignedIn: 'Você precisa estar logado para ativar notificações',
  permissionError: 'Erro ao solicitar permissões. Tente novamente.',
  denied: 'Permissão para notificações foi negada. Ative nas configurações do navegador.',
  dismissed: 'Você fechou o pedido sem responder. Toque de novo e escolha Permitir.',
  tokenMissing: 'Erro ao configurar notificações. Verifique as permissões do navegador.',
  tokenShort: 'Token de notificação inválido. Tente novamente.',
  notSaved: 'Erro ao salvar configuração de notificações. Tente novamente.',
  notDeactivated: 'Erro ao desativar notificações. Tente novamente.',
  noKeys:
    'As notificações no aparelho ainda não estão disponíveis aqui. Seus avisos continuam chegando em Notificações.',
  installFirst:
    'No iPhone e no iPad, os avisos só chegam com o Danceflix na tela de início: toque em Compartilhar, depois em Adicionar à Tela de Início, e abra o app por lá.',
  tryInstallFirst: 'Coloque primeiro o Danceflix na tela de início.',
  offline: 'Sem conexão agora: para ativar ou desativar é preciso internet.',
  checking: 'Verificando…',
  active: 'Ativadas. Avisamos aqui mesmo com o app fechado.',
  inactive: 'Desativadas. Ative para saber na hora de pedidos, respostas e novidades.',
} as const;

export type PushText = keyof typeof PUSH;
