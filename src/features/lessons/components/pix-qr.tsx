import { qrModules, qrPath } from '@/lib/qr';
import classes from './pix.module.css';

/** The Pix code for the camera of another device. Dark on white in both themes, which every reader needs. */
export default function PixQr({ code, payee }: { code: string; payee: string; onClose(): void }) {
  const modules = qrModules(code);
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      role="img"
      aria-label={`Código QR do Pix para ${payee}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={qrPath(modules)} fill="#2a1420" />
    </svg>
  );
}
