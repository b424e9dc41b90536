/**
 * The account area's texts. Some quote the specification letter by letter (000 §4–§8, 'Message variants'), which mixes
 * English and Portuguese.
 */
import type { ConfirmedElsewhere } from '@/auth/entering/confirmation';
import type { Role } from '@/auth/identity';
import type { PasswordOutcome, RegisterOutcome, ResetRequestOutcome, SignInOutcome } from '@/auth/outcomes';
import { authCodeText } from './auth-texts';

export const ROLE_LABELS = {
  student: 'Aluno',
  teacher: 'Professor',
  admin: 'Administrador',
} as const satisfies Record<Role, string>;

export const LOGIN = {
  missing: 'Preencha todos os campos obrigatórios',
  missingAdmin: 'Preencha todos os campos',
  email: 'E-mail inválido',
  password: 'A senha deve ter pelo menos 6 caracteres',
  success: 'Login realizado com sucesso!',
  invalid: 'E-mail ou senha incorretos',
  exception: 'Erro ao fazer login',
  exceptionAdmin: 'Login failed. Please try again.',
  profileFailed: 'Failed to fetch profile. Please try again.',
  unconfirmed: 'Confirme seu e-mail antes de entrar. Enviamos um link para a sua caixa de entrada.',
  rateLimited: 'Muitas tentativas seguidas. Aguarde um pouco e tente novamente.',
  banned:
    'Esta conta está suspensa. O que você escreveu e ainda não enviou continua salvo neste aparelho. Fale com a equipe para saber mais.',
  roleMismatch: (actual: Role, chosen: Role) =>
    `Esta conta está registrada como ${ROLE_LABELS[actual]}, não como ${ROLE_LABELS[chosen]}.`,
  enterAs: (actual: Role) => `Entrar como ${ROLE_LABELS[actual]}`,
} as const;

export const LOGOUT = {
  success: 'Logout realizado com sucesso',
  failed: 'Failed to log out. Please try again.',
  /** The server ended the session. */
  revoked: 'Sua sessão terminou. Entre novamente para continuar.',
} as const;

export const REGISTER = {
  nameRequired: 'Nome é obrigatório',
  nameShort: 'Nome deve ter pelo menos 3 caracteres',
  nameLetters: 'Nome deve conter apenas letras',
  emailRequired: 'E-mail é obrigatório',
  email: 'E-mail inválido',
  city: 'Selecione uma cidade',
  noCity: 'Nenhuma cidade encontrada.',
  password: 'A senha deve ter pelo menos 6 caracteres.',
  styles: 'Selecione pelo menos um estilo de dança',
  terms: 'Você precisa aceitar os termos de uso e política de privacidade',
  areaCode: 'DDD inválido',
  brazilianNumber: 'Número deve ter 11 dígitos (DDD + 9 + 8 dígitos)',
  foreignNumber: 'Número de telefone inválido',
  numberCountry: 'O código deste país não está na lista. Informe um número de um dos países da lista.',
  numberAmbiguous: 'Não dá para saber onde este número começa. Escreva com + e o código do país.',
  success: 'Registro realizado com sucesso!',
  fieldsMissing: 'Campos obrigatórios não preenchidos',
  termsMissing: 'Você precisa aceitar os termos de uso para se registrar',
  refused: 'Falha no registro. Por favor, tente novamente.',
  unknownStep: 'Registration failed. Please try again.',
  network: 'Erro ao criar conta. Por favor, tente novamente.',
  profile: 'Falha ao criar perfil de usuário',
  student: 'Failed to create student profile',
  teacher: 'Falha ao criar perfil de professor',
  emailTaken: 'Este e-mail já está cadastrado. Entre com ele ou recupere a senha.',
  weakPassword: 'Escolha uma senha mais difícil de adivinhar.',
  rateLimited: 'Muitas tentativas seguidas. Aguarde um pouco e tente novamente.',
  confirmEmail: 'Enviamos um link de confirmação para o seu e-mail. Abra-o para concluir o cadastro.',
  confirmedElsewhere: 'E-mail confirmado. Entre com sua senha para concluir o cadastro.',
  confirmedAsking:
    'E-mail confirmado. Entre com sua senha: o pedido de aula que você escreveu volta preenchido, e falta só enviar.',
  confirmedTeacher:
    'E-mail confirmado. Entre com sua senha e complete seu perfil: nossa equipe confere cada um antes de mostrar.',
  confirmFailedHere: 'O link não pôde concluir seu cadastro. Entre com sua senha para continuar.',
  confirmSent: 'E-mail enviado novamente.',
  confirmFailed: 'Não foi possível enviar o e-mail. Tente novamente.',
  offline: 'Você está sem conexão. O que você preencheu continua aqui; crie a conta quando a conexão voltar.',
} as const;

export const COMMITMENT = {
  agree: 'Concordo',
  disagree: 'Não concordo',
  refusedTitle: 'É necessário aceitar o compromisso da comunidade para continuar.',
  refusedDescription: 'Nossa comunidade valoriza o respeito e a inclusão.',
} as const;

export const FORGOT = {
  required: 'Por favor, informe seu e-mail',
  email: 'Por favor, informe um e-mail válido',
  success: 'E-mail de recuperação enviado com sucesso!',
  failed: 'Houve um problema ao enviar o e-mail de recuperação. Por favor, tente novamente mais tarde.',
  submit: 'Enviar link de recuperação',
  again: 'Enviar novamente',
} as const;

export const RESET = {
  mismatch: 'As senhas não conferem',
  success: 'Senha alterada com sucesso!',
  done: 'Senha alterada!',
  invalidTitle: 'Link inválido ou expirado',
  invalidText:
    'O link de recuperação que você utilizou é inválido ou expirou. Por favor, solicite um novo link de recuperação.',
  requestNew: 'Solicitar novo link',
  othersOut: 'Por segurança, saímos da sua conta em todos os aparelhos. Entre de novo com a nova senha.',
  othersIn: 'Não conseguimos sair da sua conta nos outros aparelhos: saia neles ou altere a senha de novo.',
  fallback: 'Failed to reset password. Please try again.',
} as const;

/** Texts of the pages that a link in an e-mail opens. The link is redeemed by pressing a button. */
export const LINK = {
  press: 'Continuar',
  recoveryTitle: 'Crie uma nova senha',
  recoveryLead: 'Toque em “Continuar” para usar o link do e-mail. Na próxima tela você escolhe a nova senha.',
  networkTitle: 'Não conseguimos verificar o link',
  networkLead: 'Parece que você está sem conexão. O link continua valendo; tente de novo.',
  retry: 'Tentar novamente',
  confirm: 'Confirmar e-mail',
  signupTitle: 'Confirme seu e-mail',
  signupLead: 'Toque em “Confirmar e-mail” para concluir seu cadastro.',
  changeTitle: 'Confirme a troca de e-mail',
  changeLead: 'Toque em “Confirmar e-mail” para confirmar a troca do e-mail da sua conta.',
  halfTitle: 'Falta confirmar no outro e-mail',
  halfLead:
    'Este endereço está confirmado. Enviamos outro link para o outro endereço da troca, o atual ou o novo: abra-o também. Até lá, nada muda.',
  changedTitle: 'E-mail alterado!',
  changedLead: 'A partir de agora você entra com o novo e-mail.',
  unusableLead:
    'Este link já foi usado, venceu ou está incompleto. Tente entrar: se o e-mail ainda não estiver confirmado, você pode pedir outro link.',
  bannedTitle: 'Conta suspensa',
} as const;

export const GUARD = {
  signedOut: 'Você precisa estar logado para acessar esta página',
  student: 'Esta área é restrita para alunos',
  teacher: 'Esta área é restrita para professores',
  admin: 'Esta área é restrita para administradores',
  adminArea: 'Você não tem permissão para acessar esta área',
  registering: 'Conclua seu cadastro para continuar',
} as const;

export const PROFILE = {
  saved: 'Perfil atualizado',
  network: 'Sem conexão. Nada foi perdido: o que você digitou continua aqui. Tente de novo quando voltar.',
  failed: 'Não foi possível salvar. Tente novamente.',
  signedOut: 'Sua sessão terminou. Entre novamente para salvar.',
  pictureType: 'Escolha uma imagem JPEG, PNG ou WebP.',
  pictureTooLarge: 'Esta imagem tem pontos demais: até 40 megapixels e 12.000 pixels de lado. Escolha outra.',
  pictureUnreadable: 'Não conseguimos abrir esta imagem. Escolha outra.',
  passwordChanged: 'Senha alterada com sucesso! Saímos da sua conta nos outros aparelhos.',
  passwordChangedHere:
    'Senha alterada com sucesso! Não conseguimos sair da sua conta nos outros aparelhos: saia neles ou altere a senha de novo.',
  passwordNeeded: 'Informe sua senha atual',
  wrongPassword: 'A senha atual não confere',
  shortPassword: (least: number) => `A senha desta conta precisa ter pelo menos ${least} caracteres.`,
  samePassword: 'A nova senha precisa ser diferente da atual.',
  deleted: 'Conta excluída',
} as const;

/** Says what comes after a link that has confirmed the address in another browser. */
export function confirmedText({ role, hasRequest }: Pick<ConfirmedElsewhere, 'role' | 'hasRequest'>): string {
  if (role === 'teacher') return REGISTER.confirmedTeacher;
  return hasRequest ? REGISTER.confirmedAsking : REGISTER.confirmedElsewhere;
}

/** Text of a sign-in outcome on /login and /auth; null when there is nothing to say ('ok', 'registering'). */
export function signInText(outcome: SignInOutcome): string | null {
  switch (outcome.kind) {
    case 'ok':
    case 'registering':
      return null;
    case 'role-mismatch':
      return LOGIN.roleMismatch(outcome.actual, outcome.chosen);
    case 'profile-failed':
      return LOGIN.profileFailed;
    case 'unconfirmed':
      return LOGIN.unconfirmed;
    case 'banned':
      return LOGIN.banned;
    case 'rate-limited':
      return LOGIN.rateLimited;
    case 'network':
      return LOGIN.exception;
    case 'message':
      return authCodeText(outcome.code) ?? LOGIN.invalid;
    default:
      return LOGIN.invalid;
  }
}

/** Text of a sign-in outcome on /admin/login, which shows the backend's own message. */
export function adminSignInText(outcome: SignInOutcome): string | null {
  if ('message' in outcome) return outcome.message;
  if (outcome.kind === 'network') return LOGIN.exceptionAdmin;
  return signInText(outcome);
}

const REGISTER_TEXTS = {
  'confirm-email': REGISTER.confirmEmail,
  'email-taken': REGISTER.emailTaken,
  'invalid-email': REGISTER.email,
  'weak-password': REGISTER.weakPassword,
  'rate-limited': REGISTER.rateLimited,
  refused: REGISTER.refused,
  fields: REGISTER.fieldsMissing,
  terms: REGISTER.termsMissing,
  'profile-failed': REGISTER.profile,
  'student-failed': REGISTER.student,
  'teacher-failed': REGISTER.teacher,
  unknown: REGISTER.unknownStep,
  network: REGISTER.network,
} as const satisfies Record<Exclude<RegisterOutcome['kind'], 'ok'>, string>;

export function registerText(outcome: RegisterOutcome): string {
  if (outcome.kind === 'refused' && outcome.message !== null) {
    return authCodeText(outcome.code) ?? REGISTER.refused;
  }
  return outcome.kind === 'ok' ? REGISTER.success : REGISTER_TEXTS[outcome.kind];
}

/** Text of the outcome of sending the confirmation e-mail again. */
export function resendText(outcome: ResetRequestOutcome): string {
  if (outcome.kind === 'ok') return REGISTER.confirmSent;
  return outcome.kind === 'rate-limited' ? REGISTER.rateLimited : REGISTER.confirmFailed;
}

export function resetRequestText(outcome: ResetRequestOutcome): string {
  return outcome.kind === 'ok' ? FORGOT.success : FORGOT.failed;
}

/** Text on /reset-password: the one for the server's code, else the server's message, else the fallback. */
export function resetText(outcome: PasswordOutcome): string {
  if (outcome.kind === 'ok') return RESET.success;
  if (outcome.kind === 'message') return authCodeText(outcome.code) ?? outcome.message;
  if (outcome.kind === 'weak-password') {
    return outcome.least === null ? REGISTER.weakPassword : PROFILE.shortPassword(outcome.least);
  }
  if (outcome.kind === 'same-password') return PROFILE.samePassword;
  if (outcome.kind === 'banned') return LOGIN.banned;
  if (outcome.kind === 'invalid-link') return RESET.invalidText;
  return RESET.fallback;
}

/** Text of the outcome of a password change on the configuration pages. */
export function changePasswordText(outcome: PasswordOutcome): string {
  if (outcome.kind === 'ok') return outcome.othersOut ? PROFILE.passwordChanged : PROFILE.passwordChangedHere;
  if (outcome.kind === 'wrong-password') return PROFILE.wrongPassword;
  if (outcome.kind === 'signed-out') return PROFILE.signedOut;
  if (outcome.kind === 'network') return PROFILE.network;
  if (outcome.kind === 'rate-limited') return LOGIN.rateLimited;
  return resetText(outcome);
}
