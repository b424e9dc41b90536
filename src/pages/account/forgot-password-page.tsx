import { ForgotForm } from '@/features/account/entering/forgot-form';
import { AccountPage } from './account-page';

export default function ForgotPasswordPage() {
  return (
    <AccountPage
      title="Recupere sua senha"
      lead="Informe o e-mail da sua conta: enviamos um link para criar uma nova senha."
    >
      <ForgotForm />
    </AccountPage>
  );
}
