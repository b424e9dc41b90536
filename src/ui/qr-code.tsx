import { qrModules, qrPath } from '@/lib/qr';

interface QrCodeProps {
  /** The text that the code carries. */
  text: string;
  label: string;
  className?: string | undefined;
}

/** A QR code: dark on white in both themes, which every reader needs. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const modules = qrModules(text);
  return (
    <svg
      className={className}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={qrPath(modules)} fill="#2a1420" />
    </svg>
  );
}
