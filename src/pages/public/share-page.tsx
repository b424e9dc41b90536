import { SharedPage } from '@/features/share/components/shared-page';

export default function SharePage() {
  return <SharedPage />;
}
