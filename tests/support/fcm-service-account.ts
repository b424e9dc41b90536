import { generateKeyPairSync, type KeyObject } from 'node:crypto';

/** A key file in the format of the Firebase console, for a project that does not exist. */
export function makeServiceAccount(tokenUri: string): {
  account: {
    type: string;
    project_id: string;
    private_key_id: string;
    private_key: string;
    client_email: string;
    token_uri: string;
  };
  publicKey: KeyObject;
} {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    publicKey,
    account: {
      type: 'service_account',
      project_id: 'danceflix-de-teste',
      private_key_id: 'chave-de-teste',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      client_email: 'envio@danceflix-de-teste.iam.gserviceaccount.com',
      token_uri: tokenUri,
    },
  };
}
