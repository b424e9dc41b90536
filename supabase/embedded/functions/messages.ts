/** Messages between the server and a function's thread. Bodies are sent whole, as both sides hold them in memory. */
export interface CallMessage {
  id: number;
  url: string;
  method: string;
  headers: Array<[string, string]>;
  body: Uint8Array | null;
}

export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; status: number; headers: Array<[string, string]>; body: Uint8Array }
  | { kind: 'failed'; id: number; message: string };

export interface WorkerStart {
  code: string;
  env: Record<string, string>;
}
