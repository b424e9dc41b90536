/**
 * Portuguese for every code of Supabase Auth. Source of the codes:
 * https://github.com/supabase/auth/blob/bc32168e/internal/api/apierrors/errorcode.go
 */
const AGAIN = 'Algo não funcionou do nosso lado. Tente de novo em alguns minutos.';
const OUTDATED = 'O aplicativo enviou algo que o servidor não entendeu. Recarregue a página e tente de novo.';
const SESSION = 'Sua sessão terminou. Entre novamente para continuar.';
const CODE = 'Este link ou código já foi usado, venceu ou está incompleto. Peça outro.';
const TOO_MANY = 'Muitas tentativas seguidas. Aguarde um pouco e tente novamente.';
const TAKEN = 'Este e-mail já está cadastrado. Entre com ele ou recupere a senha.';
const EMAIL = 'Este e-mail não é aceito. Confira se foi digitado certo ou use outro.';
const CURRENT_PASSWORD = 'A senha atual não confere';
const REFUSED = 'Esta ação não é permitida para a sua conta.';
const NOT_FOUND = 'Não encontramos o que você pediu. Recarregue a página e tente de novo.';
const OTHER_WAYS = 'Esta forma de entrar não existe no Danceflix. Entre com e-mail e senha.';
const SECOND_STEP = 'A verificação em duas etapas não foi concluída. Tente de novo.';
const NO_SECOND_STEP = 'Esta verificação em duas etapas não está disponível no Danceflix.';
const PASSKEY = 'A chave de acesso não pôde ser usada. Entre com e-mail e senha.';

const CODES: readonly (readonly [text: string, ...codes: string[]])[] = [
  [
    AGAIN,
    ...['unknown', 'unexpected_failure', 'conflict', 'hook_timeout', 'hook_timeout_after_retry'],
    ...['hook_payload_over_size_limit', 'hook_payload_invalid_content_type', 'request_timeout'],
  ],
  [
    OUTDATED,
    ...[
      'validation_failed',
      'bad_json',
      'request_entity_too_large',
      'unexpected_audience',
      'feature_disabled',
    ],
  ],
  [
    SESSION,
    ...['bad_jwt', 'no_authorization', 'session_not_found', 'session_expired', 'refresh_token_not_found'],
    ...['refresh_token_already_used', 'user_not_found'],
  ],
  [
    CODE,
    ...[
      'otp_expired',
      'otp_disabled',
      'flow_state_not_found',
      'flow_state_expired',
      'flow_state_already_used',
    ],
    ...['bad_code_verifier', 'invite_not_found', 'reauthentication_not_valid'],
  ],
  [TOO_MANY, 'over_request_rate_limit', 'over_email_send_rate_limit', 'over_sms_send_rate_limit'],
  [TAKEN, 'email_exists', 'user_already_exists', 'identity_already_exists'],
  [EMAIL, 'email_address_invalid', 'email_address_not_provided'],
  [
    'Ainda não conseguimos enviar e-mails para este endereço. Use outro ou fale com a equipe.',
    'email_address_not_authorized',
  ],
  ['Novos cadastros estão fechados no momento. Tente de novo mais tarde.', 'signup_disabled'],
  [
    'Não conseguimos confirmar que você não é um robô. Recarregue a página e tente de novo.',
    'captcha_failed',
  ],
  ['Esta conta está suspensa. Fale com a equipe para saber mais.', 'user_banned'],
  [
    'Entrar com e-mail e senha está desativado no momento. Tente de novo mais tarde.',
    'email_provider_disabled',
  ],
  [
    'Por segurança, saia da conta, entre de novo e troque a senha em seguida.',
    ...['reauthentication_needed', 'insufficient_aal'],
  ],
  [CURRENT_PASSWORD, 'current_password_invalid'],
  ['Informe sua senha atual', 'current_password_required'],
  ['E-mail ou senha incorretos', 'invalid_credentials'],
  [
    'Confirme seu e-mail antes de entrar. Enviamos um link para a sua caixa de entrada.',
    ...['email_not_confirmed', 'provider_email_needs_verification'],
  ],
  ['Escolha uma senha mais difícil de adivinhar.', 'weak_password'],
  ['A nova senha precisa ser diferente da atual.', 'same_password'],
  [
    REFUSED,
    ...['not_admin', 'single_identity_not_deletable', 'email_conflict_identity_not_deletable'],
    ...['user_sso_managed', 'manual_linking_disabled'],
  ],
  [
    NOT_FOUND,
    ...['identity_not_found', 'oauth_client_not_found', 'oauth_authorization_not_found'],
    ...['oauth_consent_not_found', 'custom_provider_not_found'],
  ],
  [
    OTHER_WAYS,
    ...[
      'oauth_client_state_not_found',
      'oauth_client_state_expired',
      'oauth_invalid_state',
      'bad_oauth_state',
    ],
    ...['bad_oauth_callback', 'oauth_provider_not_supported', 'oauth_dynamic_client_registration_disabled'],
    ...['phone_exists', 'phone_not_confirmed', 'phone_provider_disabled', 'sms_send_failed'],
    ...[
      'saml_provider_disabled',
      'saml_relay_state_not_found',
      'saml_relay_state_expired',
      'saml_idp_not_found',
    ],
    ...['saml_assertion_no_user_id', 'saml_assertion_no_email', 'saml_metadata_fetch_failed'],
    ...[
      'saml_idp_already_exists',
      'saml_entity_id_mismatch',
      'sso_provider_not_found',
      'sso_provider_disabled',
    ],
    ...['sso_domain_already_exists', 'provider_disabled', 'anonymous_provider_disabled'],
    ...['web3_provider_disabled', 'web3_unsupported_chain', 'over_custom_provider_quota'],
  ],
  [
    SECOND_STEP,
    ...[
      'mfa_factor_name_conflict',
      'mfa_factor_not_found',
      'mfa_ip_address_mismatch',
      'mfa_challenge_expired',
    ],
    ...['mfa_verification_failed', 'mfa_verification_rejected', 'mfa_verified_factor_exists'],
    'too_many_enrolled_mfa_factors',
  ],
  [
    NO_SECOND_STEP,
    ...['mfa_phone_enroll_not_enabled', 'mfa_phone_verify_not_enabled', 'mfa_totp_enroll_not_enabled'],
    ...['mfa_totp_verify_not_enabled', 'mfa_webauthn_enroll_not_enabled', 'mfa_webauthn_verify_not_enabled'],
  ],
  [
    PASSKEY,
    ...[
      'passkey_disabled',
      'too_many_passkeys',
      'webauthn_credential_not_found',
      'webauthn_challenge_not_found',
    ],
    ...['webauthn_challenge_expired', 'webauthn_verification_failed', 'webauthn_credential_exists'],
  ],
];

const BY_CODE = new Map(CODES.flatMap(([text, ...codes]) => codes.map((code) => [code, text] as const)));

/** Text for a refusal of the auth server; null for a code that is not in the list. */
export const authCodeText = (code: string | undefined): string | null => BY_CODE.get(code ?? '') ?? null;
