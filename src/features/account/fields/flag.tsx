import type { ReactNode } from 'react';

/** A stripe; by default across the whole flag. */
function Bar({
  of,
  x = 0,
  y = 0,
  w = 24,
  h = 16,
}: {
  of: string;
  x?: number;
  y?: number;
  w?: number;
  h?: number;
}) {
  return <rect x={x} y={y} width={w} height={h} fill={of} />;
}

/** Flags in their countries' own colours, 24 by 16: emoji flags are missing on some systems. */
const FLAGS: Record<string, ReactNode> = {
  '55': (
    <>
      <rect width="24" height="16" fill="#009c3b" />
      <path d="M12 2 22 8 12 14 2 8z" fill="#ffdf00" />
      <circle cx="12" cy="8" r="3.4" fill="#002776" />
    </>
  ),
  '1': (
    <>
      <Bar of="#fff" />
      <path d="M0 1.2h24M0 5.7h24M0 10.3h24M0 14.8h24" stroke="#b22234" strokeWidth="2.3" />
      <rect width="11" height="9" fill="#3c3b6e" />
    </>
  ),
  '351': (
    <>
      <rect width="24" height="16" fill="#da291c" />
      <rect width="9.6" height="16" fill="#046a38" />
      <circle cx="9.6" cy="8" r="3" fill="#ffe900" />
    </>
  ),
  '34': (
    <>
      <Bar of="#aa151b" />
      <Bar of="#f1bf00" y={4} h={8} />
    </>
  ),
  '54': (
    <>
      <Bar of="#74acdf" />
      <Bar of="#fff" y={5.3} h={5.4} />
      <circle cx="12" cy="8" r="1.8" fill="#f6b40e" />
    </>
  ),
  '39': (
    <>
      <Bar of="#fff" />
      <Bar of="#008c45" w={8} />
      <Bar of="#cd212a" x={16} w={8} />
    </>
  ),
  '49': (
    <>
      <Bar of="#000" />
      <Bar of="#d00" y={5.3} />
      <Bar of="#ffce00" y={10.7} />
    </>
  ),
  '33': (
    <>
      <Bar of="#fff" />
      <Bar of="#0055a4" w={8} />
      <Bar of="#ef4135" x={16} w={8} />
    </>
  ),
  '44': (
    <>
      <rect width="24" height="16" fill="#012169" />
      <path d="M0 0 24 16M24 0 0 16" stroke="#fff" strokeWidth="3.2" />
      <path d="M12 0v16M0 8h24" stroke="#fff" strokeWidth="5" />
      <path d="M12 0v16M0 8h24" stroke="#c8102e" strokeWidth="3" />
    </>
  ),
  '598': (
    <>
      <Bar of="#fff" />
      <path d="M0 4.8h24M0 11.2h24" stroke="#0038a8" strokeWidth="3.2" />
      <rect width="9" height="9.6" fill="#fff" />
      <circle cx="4.5" cy="4.8" r="2.4" fill="#fcd116" />
    </>
  ),
};

export function Flag({ code }: { code: string }) {
  return (
    <svg viewBox="0 0 24 16" width="24" height="16" aria-hidden="true" focusable="false">
      {FLAGS[code]}
    </svg>
  );
}
