import { QrCode } from '@/ui/qr-code';
import classes from './pix.module.css';

/** The Pix code for the camera of another device. */
export default function PixQr({ code, payee }: { code: string; payee: string; onClose(): void }) {
  return <QrCode className={classes.qr} text={code} label={`Código QR do Pix para ${payee}`} />;
}
