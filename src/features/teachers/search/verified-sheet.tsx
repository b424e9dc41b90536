import { Sheet } from '@/ui/sheet';
import { VERIFIED } from '../profile/verified-seal';

/** Explains 'Todos os professores são verificados'. */
export default function VerifiedSheet({ asked, onClose }: { asked: number; onClose(): void }) {
  return (
    <Sheet title={VERIFIED.title} close="Fechar" asked={asked} onClose={onClose}>
      <p>{VERIFIED.checked}</p>
      <p>{VERIFIED.limits}</p>
    </Sheet>
  );
}
