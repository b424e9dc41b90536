/** Every refusal of the auth server is shown in Portuguese, except where specification 000 §8 asks for its English. */
import { describe, expect, it } from 'vitest';
import { authErrorKind } from '@/auth/auth-errors';
import { signInFailure } from '@/auth/entering/enter';
import type { PasswordOutcome } from '@/auth/outcomes';
import { authCodeText } from './auth-texts';
import { adminSignInText, changePasswordText, registerText, resetText, signInText } from './messages';

/** https://github.com/supabase/auth/blob/bc32168e/internal/api/apierrors/errorcode.go (August 2026). */
const CODES = `
unknown unexpected_failure validation_failed bad_json email_exists phone_exists bad_jwt not_admin no_authorization
user_not_found session_not_found session_expired refresh_token_not_found refresh_token_already_used
flow_state_not_found flow_state_expired flow_state_already_used oauth_client_state_not_found
oauth_client_state_expired oauth_invalid_state signup_disabled user_banned provider_email_needs_verification
invite_not_found bad_oauth_state bad_oauth_callback oauth_provider_not_supported unexpected_audience
single_identity_not_deletable email_conflict_identity_not_deletable identity_already_exists
email_provider_disabled phone_provider_disabled too_many_enrolled_mfa_factors mfa_factor_name_conflict
mfa_factor_not_found mfa_ip_address_mismatch mfa_challenge_expired mfa_verification_failed
mfa_verification_rejected insufficient_aal captcha_failed saml_provider_disabled manual_linking_disabled
sms_send_failed email_not_confirmed phone_not_confirmed saml_relay_state_not_found saml_relay_state_expired
saml_idp_not_found saml_assertion_no_user_id saml_assertion_no_email user_already_exists sso_provider_not_found
sso_provider_disabled saml_metadata_fetch_failed saml_idp_already_exists sso_domain_already_exists
saml_entity_id_mismatch conflict provider_disabled user_sso_managed reauthentication_needed same_password
reauthentication_not_valid current_password_invalid current_password_required otp_expired otp_disabled
identity_not_found weak_password over_request_rate_limit over_email_send_rate_limit over_sms_send_rate_limit
bad_code_verifier anonymous_provider_disabled hook_timeout hook_timeout_after_retry
hook_payload_over_size_limit hook_payload_invalid_content_type request_timeout mfa_phone_enroll_not_enabled
mfa_phone_verify_not_enabled mfa_totp_enroll_not_enabled mfa_totp_verify_not_enabled
mfa_webauthn_enroll_not_enabled mfa_webauthn_verify_not_enabled mfa_verified_factor_exists invalid_credentials
email_address_not_authorized email_address_invalid web3_provider_disabled web3_unsupported_chain
oauth_dynamic_client_registration_disabled email_address_not_provided feature_disabled oauth_client_not_found
oauth_authorization_not_found oauth_consent_not_found request_entity_too_large custom_provider_not_found
over_custom_provider_quota passkey_disabled too_many_passkeys webauthn_credential_not_found
webauthn_challenge_not_found webauthn_challenge_expired webauthn_verification_failed webauthn_credential_exists
`
  .trim()
  .split(/\s+/);

const ENGLISH = 'The server says this in English';
/** Every Portuguese sentence here contains one of these words; no English one does. */
const PORTUGUESE = /\b(não|uma?|de|do|da|em|se|seu|sua|este|esta|ou|com|no|na)\b/i;

it('the list of codes is complete', () => {
  expect(CODES).toHaveLength(109);
  expect(new Set(CODES).size).toBe(109);
});

describe.each(CODES)('%s', (code) => {
  it('has a text in Portuguese', () => {
    expect(authCodeText(code)).toMatch(PORTUGUESE);
    expect(authCodeText(code)).not.toContain(code);
  });

  it('is shown in Portuguese wherever an account is created or its password is set', () => {
    const error = { status: 422, code, message: ENGLISH };
    const message = { kind: 'message', message: ENGLISH, code } as const;
    const texts = [
      signInText(signInFailure(error)),
      registerText({ kind: 'refused', message: ENGLISH, code }),
      resetText(message satisfies PasswordOutcome),
      changePasswordText(message satisfies PasswordOutcome),
    ];
    for (const text of texts) expect(text).toMatch(PORTUGUESE);
    expect(texts.join()).not.toContain(ENGLISH);
  });
});

it('an unknown code shows a general text, or the server’s own when setting a new password', () => {
  const error = { status: 422, code: 'of_next_year', message: ENGLISH };
  expect(signInText(signInFailure(error))).toBe('E-mail ou senha incorretos');
  expect(registerText({ kind: 'refused', ...error })).toBe('Falha no registro. Por favor, tente novamente.');
  expect(resetText({ kind: 'message', ...error })).toBe(ENGLISH);
});

it('[A264] the administration’s login shows the server’s message as it is', () => {
  const refused = signInFailure({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' });
  expect(adminSignInText(refused)).toBe('Email not confirmed');
});

it('a wrong current password is not mistaken for an ended session', () => {
  for (const code of ['current_password_required', 'current_password_invalid'])
    expect(authErrorKind({ status: 400, code, message: '' })).toBe('current-password');
});
